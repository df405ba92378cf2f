import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import { laneOf } from "../../../src/domain/operations/Operation.ts"
import { Topic } from "../../../src/ports/operations/OperationMessages.ts"
import { OperationQueue } from "../../../src/ports/operations/OperationQueue.ts"
import * as Wakes from "../Wakes.ts"
import * as Client from "./Client.ts"
import type { KafkaOptions } from "./Configuration.ts"
import * as Handover from "./Handover.ts"
import * as Received from "./Received.ts"
import * as Receiver from "./Receiver.ts"
import * as Sender from "./Sender.ts"
import * as Topics from "./Topics.ts"

/** Partitions of a topic that is created here, and so the most processes that can share it. */
const numPartitions = 8
/**
 * The retention of `operations`. An hour is enough, because workers find an operation without its message after two
 * seconds.
 */
const operationsKept = [{ name: "retention.ms", value: String(3_600_000) }]
/** How long sending a dead letter may delay the messages after it. */
const longestBurial = "5 seconds"

const make = Effect.fn(function* (options: KafkaOptions) {
  const { prefix } = options
  const nameOf = (topic: Topic) => `${prefix}.${topic}`
  const kafka = yield* Client.make(options)
  const sender = yield* Sender.make(kafka, nameOf)
  const topics = yield* Topics.make(
    kafka,
    Topic.literals.map((topic) => ({
      topic: nameOf(topic),
      numPartitions,
      ...(topic === "operations" ? { configEntries: operationsKept } : {})
    }))
  )

  const bury = (received: Received.Received, ...why: readonly [Parameters<typeof Received.deadLetter>[1], string]) =>
    sender.send([Received.deadLetter(received, ...why)]).pipe(
      Effect.timeoutFail({ duration: longestBurial, onTimeout: () => "Kafka does not answer" }),
      Effect.catchAll((error) => Effect.logWarning("A message that cannot be handled was not put aside", error)),
      Effect.annotateLogs({ partition: received.partition, offset: received.message.offset, why: why[1] })
    )

  const handover = Handover.make({ onFull: () => receiver.pause(), onRoom: () => receiver.resume() })
  const handle = (received: Received.Received) =>
    Either.match(Received.read(received), {
      onLeft: (details) => bury(received, "InvalidMessage", details),
      onRight: ({ kind, operationId }) =>
        Effect.sync(() =>
          handover.offer({
            operationId,
            lane: laneOf(kind),
            traceparent: Received.traceparentOf(received),
            isUnknown: bury(received, "UnknownOperation", "There is no such operation.")
          })
        )
    })
  const run = Runtime.runPromise(yield* Effect.runtime())
  const group = { groupId: `${prefix}.workers`, topic: nameOf("operations") }
  const receiver = yield* Receiver.make(kafka, group, (received) => run(handle(received)))
  return OperationQueue.of({
    ...(yield* Wakes.make),
    calls: Stream.never,
    next: (lanes) => Effect.zipRight(receiver.join, handover.next(lanes)),
    leave: receiver.leave,
    send: sender.send,
    check: topics.check
  })
})

/**
 * The queue with Apache Kafka for messages; the workers of this process are also woken directly. While no broker
 * answers, even from the start, messages are neither sent nor received; everything else works as usual.
 */
export const layer = (options: KafkaOptions): Layer.Layer<OperationQueue> => Layer.scoped(OperationQueue, make(options))
