import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { OperationQueue } from "../ports/operations/OperationQueue.ts"
import { OutboxRepository } from "../ports/operations/OutboxRepository.ts"
import { withoutContext } from "../ports/WithoutContext.ts"

/** Interval of the search for messages that nobody announced: about ended operations, and those not sent before. */
const sweep = "1 second"
/** Delay before the next try if another process is sending. */
const another = "200 millis"
/** Timeout of the last run, when the service stops. */
const longestEnd = "1 second"
const atOnce = 500

/**
 * Sends messages to the queue in the order in which they were written. They were committed together with the changes
 * that they report. When the service stops, messages written until then are sent.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const outbox = yield* OutboxRepository
    const queue = yield* OperationQueue
    const { reach } = yield* FaultPoints
    let isAway = false

    const isBack = Effect.suspend(() => {
      if (!isAway) return Effect.void
      isAway = false
      return Effect.logInfo("Messages go to the queue again")
    })
    const hasFailed = (error: unknown) =>
      Effect.suspend(() => {
        const isNews = !isAway
        isAway = true
        return isNews ? Effect.logWarning("Messages wait for the queue", error) : Effect.void
      })

    /** Sends some messages and returns true if there may be more. */
    const some = outbox
      .relay(atOnce, (messages) =>
        queue.send(messages).pipe(Effect.zipRight(isBack), Effect.zipRight(reach("outbox.sent")))
      )
      .pipe(
        Effect.flatMap(
          Option.match({
            onNone: () => Effect.as(Effect.sleep(another), true),
            onSome: (sent) => Effect.succeed(sent === atOnce)
          })
        )
      )
    const relay: Effect.Effect<void> = some.pipe(
      Effect.repeat({ while: (more) => more }),
      Effect.catchAll(hasFailed),
      Effect.asVoid
    )

    yield* Effect.addFinalizer(() => relay.pipe(Effect.interruptible, Effect.timeoutOption(longestEnd)))
    yield* Stream.merge(queue.wakes, Stream.fromSchedule(Schedule.jittered(Schedule.spaced(sweep)))).pipe(
      Stream.runForEach(() => relay),
      withoutContext,
      Effect.forkScoped
    )
  })
)
