import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { DatasetWriting } from "../application/dataset/DatasetWriting.ts"
import { withoutContext } from "../ports/WithoutContext.ts"

const patiently = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchAllCause(work, (cause) => Effect.logWarning("Open datasets wait for the storage", cause))

/** Writes the open datasets that are behind, one after the other, as long as the layer lives. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { isOn, moved, next } = yield* DatasetWriting
    if (!isOn) return
    const all = Effect.repeat(next, { while: (wasBehind) => wasBehind })
    yield* patiently(moved).pipe(
      Effect.zipRight(Effect.repeat(patiently(all), Schedule.spaced("1 second"))),
      withoutContext,
      Effect.forkScoped
    )
  })
)
