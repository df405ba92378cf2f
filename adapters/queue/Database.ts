import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { OperationQueue } from "../../src/ports/operations/OperationQueue.ts"
import * as Wakes from "./Wakes.ts"

/** Messages have arrived as soon as they are written, so `send` has nothing to do. */
const withoutMessages = { next: () => Effect.never, leave: Effect.void, send: () => Effect.void, check: Effect.void }

/** Operations wait in the storage of this process; its workers are woken at once. */
export const layer = Layer.effect(
  OperationQueue,
  Effect.map(Wakes.make, (wakes) => OperationQueue.of({ ...wakes, ...withoutMessages, calls: Stream.never }))
)

/** The same of a PostgreSQL that several processes share: workers of all of them are told at once. */
export const layerShared = (options: { readonly url: Redacted.Redacted }) =>
  Layer.scoped(
    OperationQueue,
    Effect.gen(function* () {
      // Brings the client of PostgreSQL, which other deployments do not wait for.
      const Notify = yield* Effect.promise(() => import("./Notify.ts"))
      return OperationQueue.of({ ...(yield* Notify.make(options)), ...withoutMessages })
    })
  )
