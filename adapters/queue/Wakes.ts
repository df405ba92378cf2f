import { Effect, PubSub, Stream } from "effect"
import type { OperationQueue } from "../../src/ports/OperationQueue.ts"

/** Wakes within the process. */
export const make: Effect.Effect<Pick<OperationQueue["Type"], "wake" | "wakes">> = Effect.map(
  PubSub.sliding<void>(1),
  (pubsub) => ({
    wake: Effect.asVoid(PubSub.publish(pubsub, undefined)),
    wakes: Stream.fromPubSub(pubsub)
  })
)
