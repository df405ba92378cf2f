import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { AutoChecks } from "../application/checks/AutoChecks.ts"
import { EventSignal } from "../ports/EventSignal.ts"
import { withoutContext } from "../ports/WithoutContext.ts"

/** Interval of the search for checks that are due but whose signal was lost. */
const sweep = Schedule.spaced("5 seconds").pipe(Schedule.jittered)

/** Pause after each wake, so that changes in quick succession do not cause a look at the storage each. */
const pause = "100 millis"

/** Starts automatic checks after publications and imports as long as the layer lives. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const checks = yield* AutoChecks
    const { wakes } = yield* EventSignal
    const woken = yield* Queue.sliding<void>(1)
    const round = Effect.catchAllCause(checks.startDue, (cause) =>
      Effect.logWarning("Automatic checks wait for the storage", cause)
    )
    const wake = Queue.offer(woken, undefined)
    yield* wakes.pipe(
      Stream.runForEach(() => Effect.zipRight(wake, Effect.sleep(pause))),
      withoutContext,
      Effect.forkScoped
    )
    yield* wake.pipe(Effect.repeat(sweep), withoutContext, Effect.forkScoped)
    yield* Queue.take(woken).pipe(Effect.zipRight(round), Effect.forever, withoutContext, Effect.forkScoped)
  })
)
