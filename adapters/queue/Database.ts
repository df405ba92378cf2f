import { Effect, Layer, PubSub, Stream } from "effect"
import { OperationQueue } from "../../src/ports/OperationQueue.ts"

/**
 * Operations wait in the storage; workers of this process are woken at once, those of others find them by looking.
 * So messages have arrived as soon as they are written, and `send` has nothing to do.
 */
export const layer = Layer.scoped(
  OperationQueue,
  Effect.map(PubSub.sliding<void>(1), (pubsub) =>
    OperationQueue.of({
      wake: Effect.asVoid(PubSub.publish(pubsub, undefined)),
      wakes: Stream.fromPubSub(pubsub),
      next: () => Effect.never,
      leave: Effect.void,
      send: () => Effect.void,
      check: Effect.void
    })
  )
)
