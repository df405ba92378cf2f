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

/** Starts automatic checks after publications and imports as long as the layer lives. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const checks = yield* AutoChecks
    const { wakes } = yield* EventSignal
    const woken = yield* Queue.sliding<void>(1)
    const round = Effect.catchAllCause(checks.startDue, (cause) =>
      Effect.logWarning("Automatic checks wait for the storage", cause)
    )
    yield* Stream.merge(wakes, Stream.fromSchedule(sweep)).pipe(
      Stream.runForEach(() => Queue.offer(woken, undefined)),
      withoutContext,
      Effect.forkScoped
    )
    yield* Queue.take(woken).pipe(Effect.zipRight(round), Effect.forever, withoutContext, Effect.forkScoped)
  })
)
