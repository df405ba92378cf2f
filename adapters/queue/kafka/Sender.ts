import { Effect } from "effect"
import { type Kafka, Partitioners, type Producer, type TopicMessages } from "kafkajs"
import type { QueueUnavailable } from "../../../src/ports/OperationQueue.ts"
import type { Topic } from "../../../src/ports/OperationMessages.ts"
import type { Message } from "../../../src/ports/OutboxRepository.ts"
import * as Client from "./Client.ts"

/** How long the end of its connection may take, in milliseconds. */
const longestEnd = 300

/**
 * Sends messages, those of one call after those of the call before, whether anybody waits for these any more or not:
 * all replicas in sync have them when it succeeds. A call takes some ten seconds at most where nobody answers.
 */
interface Sender {
  readonly send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, QueueUnavailable>
}

const byTopic = (messages: ReadonlyArray<Message>, nameOf: (topic: Topic) => string): Array<TopicMessages> =>
  [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, some]) => ({
    topic: nameOf(topic),
    messages: some.map(({ key, message }) => ({ key, value: message }))
  }))

/** Connects when there is something to send. */
export const make = (kafka: Kafka, nameOf: (topic: Topic) => string) =>
  Effect.gen(function* () {
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
        // Another one begins to count anew: a broker that has what it did not confirm would take the next for the same.
        const failed = producer
        producer = null
        void failed?.disconnect().catch(() => {})
        throw error
      }
    }

    yield* Effect.addFinalizer(() => Client.atMost(longestEnd, async () => producer?.disconnect()))

    const sender: Sender = {
      send: (messages) =>
        Effect.tryPromise({
          try: () => {
            const mine = last.then(() => (messages.length === 0 ? undefined : deliver(byTopic(messages, nameOf))))
            last = mine.catch(() => {})
            return mine
          },
          catch: Client.unavailable
        })
    }
    return sender
  })
