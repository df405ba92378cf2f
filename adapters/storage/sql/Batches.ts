import { Array, Effect } from "effect"

/** Does something with slices of the items, one slice after the other. */
export const inBatches = <A, E, R>(
  items: ReadonlyArray<A>,
  size: number,
  each: (slice: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, E, R> => Effect.forEach(Array.chunksOf(items, size), each, { discard: true })
