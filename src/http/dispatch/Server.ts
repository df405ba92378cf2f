import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Binding } from "../call/Call.ts"
import * as Dispatch from "./Dispatch.ts"
import { Draining } from "./Draining.ts"
import type { Listener } from "../call/Listener.ts"

/** Serves the given endpoints on the listener. */
export const layer = <R>(listener: Listener, bindings: Effect.Effect<ReadonlyArray<Binding>, never, R>) =>
  Layer.scopedDiscard(
    Effect.flatMap(Effect.flatMap(bindings, Dispatch.make), listener.serve).pipe(
      Effect.provideService(Draining, listener)
    )
  )
