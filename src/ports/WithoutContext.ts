import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Broadcast } from "./Broadcast.ts"
import { FaultPoints } from "./FaultPoints.ts"
import { Tracing } from "./Tracing.ts"

/**
 * An effect that needs no service, and is given none; what it reaches and does is told as before. What lives as long as the
 * program has all of its services around it, and each scope and transaction below would copy and compare them.
 */
export const withoutContext = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.mapInputContext<A, E, never, never>(effect, (context) =>
    Context.pick(FaultPoints, Broadcast, Tracing)<never>(context)
  )
