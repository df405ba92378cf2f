import { Effect, Layer } from "effect"
import { OperationQueue } from "../../src/ports/OperationQueue.ts"
import * as Wakes from "./Wakes.ts"

/**
 * Operations wait in the storage; workers of this process are woken at once, those of others find them by looking.
 * So messages have arrived as soon as they are written, and `send` has nothing to do.
 */
export const layer = Layer.effect(
  OperationQueue,
  Effect.map(Wakes.make, (wakes) =>
    OperationQueue.of({
      ...wakes,
      next: () => Effect.never,
      leave: Effect.void,
      send: () => Effect.void,
      check: Effect.void
    })
  )
)
