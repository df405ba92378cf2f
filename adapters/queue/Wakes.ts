import * as Effect from "effect/Effect"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import type { OperationQueue } from "../../src/ports/operations/OperationQueue.ts"

/** Wakes within the process. */
export const make: Effect.Effect<Pick<OperationQueue["Type"], "wake" | "wakes">> = Effect.map(
  PubSub.sliding<void>(1),
  (pubsub) => ({
    wake: Effect.asVoid(PubSub.publish(pubsub, undefined)),
    wakes: Stream.fromPubSub(pubsub)
  })
)
