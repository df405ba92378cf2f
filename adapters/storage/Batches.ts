import { Effect } from "effect"

/**
 * Does something with slices of the items, one slice after the other. Between two of them the event loop turns, so
 * that a long list keeps nobody waiting.
 */
export const inBatches = <A, E, R>(
  items: ReadonlyArray<A>,
  size: number,
  each: (slice: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    for (let start = 0; start < items.length; start += size) {
      if (start > 0) yield* Effect.sleep(0)
      yield* each(items.slice(start, start + size))
    }
  })
