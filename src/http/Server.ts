import { Effect, Layer, Runtime } from "effect"
import { bindings } from "./Bindings.ts"
import * as Dispatch from "./Dispatch.ts"
import type { Listener } from "./Listener.ts"

/** Answers what the listener hears with the bindings. A client that goes away interrupts its request. */
export const layer = (listener: Listener) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const dispatch = yield* Effect.flatMap(bindings, Dispatch.make)
      const run = Runtime.runPromise(yield* Effect.runtime())
      yield* listener.serve((request) => run(dispatch(request), { signal: request.signal }))
    })
  )
