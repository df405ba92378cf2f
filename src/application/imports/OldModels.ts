import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { OperationId } from "../../domain/Identifier.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { spanned } from "../../runtime/Span.ts"

/** How soon the next model has its turn. */
const every = "2 seconds"

/** Models that an older release imported get their geometry, one after the other, while everything else goes on. */
export class OldModels extends Effect.Service<OldModels>()("application/OldModels", {
  effect: Effect.gen(function* () {
    const geometries = yield* GeometryRepository
    const queue = yield* OperationQueue

    /** Starts the operation of the next model; false where there is none, or one is under way. */
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
  /** Goes on as long as the layer lives. */
  static readonly always = Layer.scopedDiscard(Effect.flatMap(this, ({ run }) => Effect.forkScoped(run)))
}
