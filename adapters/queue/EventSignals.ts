import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { EventSignal } from "../../src/ports/EventSignal.ts"
import * as Wakes from "./Wakes.ts"

/** The signal within this process. */
export const layer = Layer.effect(EventSignal, Wakes.make)

/** The signal in all processes that share a PostgreSQL database. */
export const layerShared = (options: { readonly url: Redacted.Redacted }) =>
  Layer.scoped(
    EventSignal,
    Effect.gen(function* () {
      // This loads the PostgreSQL client, for which other deployments should not wait.
      const Notify = yield* Effect.promise(() => import("./Notify.ts"))
      const { calls, wake, wakes } = yield* Notify.make({ ...options, channel: "plinth_events" })
      return EventSignal.of({ wake, wakes: Stream.merge(wakes, calls) })
    })
  )
