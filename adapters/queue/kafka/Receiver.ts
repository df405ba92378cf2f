import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type { Consumer, Kafka } from "kafkajs"
import type { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import * as Client from "./Client.ts"
import type { Received } from "./Received.ts"

/** How long leaving the group may take, in milliseconds. */
const longestLeave = 3000
/** A member that has neither fetched nor joined for so long stands still, in milliseconds. */
const longestSilence = 60_000
/** Between one membership of the group and the next. */
const between = Schedule.jittered(Schedule.spaced("1 second"))

const settings = {
  sessionTimeout: 10_000,
  rebalanceTimeout: 15_000,
  // Members learn by it that one has left: its partitions are theirs within a second.
  heartbeatInterval: 300,
  // So long a loop waits that gets nothing, or all of whose partitions are paused, before it gives a sign of life.
  maxWaitTimeInMs: 300,
  allowAutoTopicCreation: false,
  // A new member is made instead: the client's own is made again for ever, five times a second, where a topic is gone.
  retry: { retries: 5, restartOnFailure: async () => false }
}

/** What comes of a topic. */
interface Receiver {
  /** Becomes a member of the group, unless it is one: who never does takes no messages from others. */
  readonly join: Effect.Effect<void>
  /** One message more of each partition may come, then none until `resume`. */
  readonly pause: () => void
  /** Messages come again. */
  readonly resume: () => void
  /** Leaves the group; nothing comes any more. */
  readonly leave: Effect.Effect<void>
}

/**
 * Hands the messages of a topic to `handle`, one after another, as a member of a group, once it has been asked to join:
 * each message to one member.
 * A member that died is followed by another one, for ever.
 */
export const make = Effect.fn(function* (
  kafka: Kafka,
  { groupId, topic }: { readonly groupId: string; readonly topic: string },
  handle: (received: Received) => Promise<void>
) {
  let member: Consumer | null = null
  let isPaused = false

  /** Nothing is left of it after a rebalance; a member that has not joined cannot be paused. */
  const apply = () => {
    try {
      if (isPaused) member?.pause([{ topic }])
      else member?.resume([{ topic }])
    } catch {
      // It joins later, and then that is done.
    }
  }

  const membership = Effect.gen(function* () {
    const crashed = yield* Deferred.make<never, QueueUnavailable>()
    const consumer = yield* Effect.acquireRelease(
      Effect.sync(() => kafka.consumer({ groupId, ...settings })),
      (one) => Client.atMost(longestLeave, () => one.disconnect())
    )
    let lastSign = performance.now()
    const sign = () => void (lastSign = performance.now())
    consumer.on("consumer.crash", ({ payload }) =>
      Deferred.unsafeDone(crashed, Effect.fail(Client.unavailable(payload.error)))
    )
    consumer.on("consumer.fetch", sign)
    consumer.on("consumer.group_join", () => {
      sign()
      apply()
    })
    member = consumer
    yield* Effect.tryPromise({
      try: async () => {
        await consumer.connect()
        // Who comes first takes what was said before; what was done meanwhile is not done again.
        await consumer.subscribe({ topic, fromBeginning: true })
        await consumer.run({
          autoCommitInterval: 1000,
          eachMessage: handle
        })
      },
      catch: Client.unavailable
    })
    const isSilent = Effect.sync(() => performance.now() - lastSign > longestSilence)
    const silence = Effect.repeat(Effect.delay(isSilent, "5 seconds"), { until: (isSilent) => isSilent })
    yield* Effect.raceFirst(Deferred.await(crashed), silence)
  }).pipe(
    Effect.scoped,
    Effect.catchAll(({ reason }) => Effect.logDebug(`Kafka gives no messages: ${reason}`))
  )

  const joined = yield* Effect.makeLatch()
  const fiber = yield* Effect.forkScoped(Effect.zipRight(joined.await, Effect.repeat(membership, between)))
  const pauseOrNot = (paused: boolean) => () => {
    isPaused = paused
    apply()
  }
  const receiver: Receiver = {
    join: Effect.asVoid(joined.open),
    pause: pauseOrNot(true),
    resume: pauseOrNot(false),
    leave: Effect.asVoid(Fiber.interrupt(fiber))
  }
  return receiver
})
