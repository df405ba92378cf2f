import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Broadcast } from "./Broadcast.ts"
import { EventSignal } from "./EventSignal.ts"
import { FaultPoints } from "./FaultPoints.ts"
import { Tracing } from "./Tracing.ts"

/**
 * Runs an effect without the services of its context, except fault points, broadcast, the signal of events and tracing.
 * Long-lived fibers have all services of the program in their context, which every scope and transaction below would
 * copy and compare.
 */
export const withoutContext = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.mapInputContext<A, E, never, never>(effect, (context) =>
    Context.pick(FaultPoints, Broadcast, EventSignal, Tracing)<never>(context)
  )
