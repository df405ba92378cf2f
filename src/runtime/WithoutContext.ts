import { Context, Effect } from "effect"

/**
 * An effect that needs no service, and is given none: what lives as long as the program has all of its services around
 * it, and each scope and transaction below would copy and compare them.
 */
export const withoutContext = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.mapInputContext<A, E, never, never>(effect, Context.empty)
