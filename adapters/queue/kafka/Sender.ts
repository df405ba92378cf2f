import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"
import { type Kafka, Partitioners, type Producer, type TopicMessages } from "kafkajs"
import type { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import type { Topic } from "../../../src/ports/operations/OperationMessages.ts"
import type { Message } from "../../../src/ports/operations/OutboxRepository.ts"
import * as Tracing from "../../../src/ports/Tracing.ts"
import * as Client from "./Client.ts"

/** Timeout of closing the connection, in milliseconds. */
const longestEnd = 300

/**
 * Sends messages in the order of the calls, even if a caller has been interrupted. Succeeds once all replicas in sync
 * have them. If no broker answers, a call fails after some ten seconds at most.
 */
interface Sender {
  readonly send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, QueueUnavailable>
}

const byTopic = (messages: ReadonlyArray<Message>, nameOf: (topic: Topic) => string): Array<TopicMessages> =>
  [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, some]) => ({
    topic: nameOf(topic),
    messages: some.map(({ key, message, traceparent }) => ({
      key,
      value: message,
      ...(traceparent == null ? {} : { headers: { traceparent } })
    }))
  }))

/** Begins a producer span for a message that announces an operation, and makes it the parent of the worker's span. */
const spanned = (tracer: Tracer.Tracer, message: Message, topic: string) => {
  const parent = message.topic === "operations" ? Tracing.spanOf(message.traceparent) : null
  if (parent === null) return { message, span: null }
  const attributes = {
    "messaging.system": "kafka",
    "messaging.operation.type": "send",
    "messaging.destination.name": topic
  }
  const span = Tracing.begin(tracer, `send ${topic}`, { kind: "producer", parent, attributes })
  return { message: { ...message, traceparent: Tracing.traceparentOf(span) }, span }
}

/** Creates a sender. It connects when there is something to send. */
export const make = (kafka: Kafka, nameOf: (topic: Topic) => string) =>
  Effect.gen(function* () {
    const { tracer } = yield* Tracing.Tracing
    let producer: Producer | null = null
    let last: Promise<unknown> = Promise.resolve()

    const connected = async (): Promise<Producer> => {
      producer ??= kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: false,
        idempotent: true,
        maxInFlightRequests: 1,
        retry: { retries: 2 }
      })
      await producer.connect()
      return producer
    }

    const deliver = async (topicMessages: Array<TopicMessages>): Promise<void> => {
      try {
        await (await connected()).sendBatch({ acks: -1, timeout: 3000, topicMessages })
      } catch (error) {
        // A new producer has new sequence numbers. With the old ones, a broker that stored unacknowledged messages
        // would take the next ones for duplicates.
        const failed = producer
        producer = null
        void failed?.disconnect().catch(() => {})
        throw error
      }
    }

    yield* Effect.addFinalizer(() => Client.atMost(longestEnd, async () => producer?.disconnect()))

    const sendAll = (messages: ReadonlyArray<Message>) =>
      Effect.tryPromise({
        try: () => {
          const mine = last.then(() => (messages.length === 0 ? undefined : deliver(byTopic(messages, nameOf))))
          last = mine.catch(() => {})
          return mine
        },
        catch: Client.unavailable
      })
    const sender: Sender = {
      send: (messages) =>
        Effect.suspend(() => {
          if (tracer === null) return sendAll(messages)
          const some = messages.map((message) => spanned(tracer, message, nameOf(message.topic)))
          const sent = sendAll(some.map(({ message }) => message))
          return Effect.onExit(sent, (exit) =>
            Effect.sync(() => {
              const error = Exit.isSuccess(exit) ? null : "QueueUnavailable"
              for (const { span } of some) if (span !== null) Tracing.end(span, error)
            })
          )
        })
    }
    return sender
  })
