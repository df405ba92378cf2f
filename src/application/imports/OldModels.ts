import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { OperationId } from "../../domain/Identifier.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { spanned } from "../../runtime/Span.ts"

/** Delay between two models. */
const every = "2 seconds"

/** Computes the geometry of models imported by an older release, one at a time in the background. */
export class OldModels extends Effect.Service<OldModels>()("application/OldModels", {
  effect: Effect.gen(function* () {
    const geometries = yield* GeometryRepository
    const queue = yield* OperationQueue

    /** Starts the operation for the next model; returns false if there is none, or one is in progress. */
    const next = Effect.gen(function* () {
      const hasStarted = yield* geometries.startMeasuring(crypto.randomUUID() as OperationId)
      if (hasStarted) yield* queue.wake
      return hasStarted
    }).pipe(spanned("OldModels.next"))

    const run = next.pipe(
      withoutContext,
      Effect.catchAll((error) => Effect.logWarning("No model could be measured this time", error)),
      Effect.repeat(Schedule.spaced(every))
    )

    return { next, run }
  })
}) {
  /** Runs as long as the layer lives. */
  static readonly always = Layer.scopedDiscard(Effect.flatMap(this, ({ run }) => Effect.forkScoped(run)))
}
