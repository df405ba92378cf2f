import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { OperationQueue } from "../../src/ports/operations/OperationQueue.ts"
import * as Wakes from "./Wakes.ts"

/**
 * The part of the port for messages from elsewhere. A message is delivered by being written, so `send` does nothing.
 */
const withoutMessages = { next: () => Effect.never, leave: Effect.void, send: () => Effect.void, check: Effect.void }

/** The queue in the storage of this process, whose workers are woken at once. */
export const layer = Layer.effect(
  OperationQueue,
  Effect.map(Wakes.make, (wakes) => OperationQueue.of({ ...wakes, ...withoutMessages, calls: Stream.never }))
)

/** The queue in a PostgreSQL database that several processes share. The workers of all of them are notified at once. */
export const layerShared = (options: { readonly url: Redacted.Redacted }) =>
  Layer.scoped(
    OperationQueue,
    Effect.gen(function* () {
      // This loads the PostgreSQL client, for which other deployments should not wait.
      const Notify = yield* Effect.promise(() => import("./Notify.ts"))
      return OperationQueue.of({
        ...(yield* Notify.make({ ...options, channel: "plinth_operations" })),
        ...withoutMessages
      })
    })
  )
