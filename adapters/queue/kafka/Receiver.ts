import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type { Consumer, Kafka } from "kafkajs"
import type { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import * as Client from "./Client.ts"
import type { Received } from "./Received.ts"

/** Timeout of leaving the group, in milliseconds. */
const longestLeave = 3000
/** A member that has neither fetched nor joined for this time counts as stuck, in milliseconds. */
const longestSilence = 60_000
/** The pause between the end of one membership and the next. */
const between = Schedule.jittered(Schedule.spaced("1 second"))

const settings = {
  sessionTimeout: 10_000,
  rebalanceTimeout: 15_000,
  // Members learn through heartbeats that another has left, and so take over its partitions within a second.
  heartbeatInterval: 300,
  // A fetch loop that gets no messages, or whose partitions are all paused, shows activity only after this time.
  maxWaitTimeInMs: 300,
  allowAutoTopicCreation: false,
  // A crashed member is replaced here, not by the client: if a topic is missing, that would restart it forever, five
  // times a second.
  retry: { retries: 5, restartOnFailure: async () => false }
}

/** Receives the messages of a topic. */
interface Receiver {
  /** Joins the group if it has not yet. Until then it takes no messages away from others. */
  readonly join: Effect.Effect<void>
  /** Stops the flow of messages until `resume`. One more message of each partition may still arrive. */
  readonly pause: () => void
  /** Lets messages arrive again. */
  readonly resume: () => void
  /** Leaves the group. No messages arrive afterwards. */
  readonly leave: Effect.Effect<void>
}

/**
 * Creates a receiver. Once it has joined the group, it passes messages of the topic to `handle`, one after another.
 * Each message goes to one member of the group. A member that died is replaced by a new one, without limit.
 */
export const make = Effect.fn(function* (
  kafka: Kafka,
  { groupId, topic }: { readonly groupId: string; readonly topic: string },
  handle: (received: Received) => Promise<void>
) {
  let member: Consumer | null = null
  let isPaused = false

  /** Applies the pause to the member. A rebalance resets it, so this runs after each join. */
  const apply = () => {
    try {
      if (isPaused) member?.pause([{ topic }])
      else member?.resume([{ topic }])
    } catch {
      // The member has not joined yet. This runs again when it does.
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
        // A new group begins with the oldest messages. Operations that are already done are not run again.
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
