import { Effect } from "effect"
import { nextTurn } from "../../src/domain/EventLoop.ts"

/** Does something with slices of the items, one slice after the other; between two of them the event loop turns. */
export const inBatches = <A, E, R>(
  items: ReadonlyArray<A>,
  size: number,
  each: (slice: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    for (let start = 0; start < items.length; start += size) {
      if (start > 0) yield* nextTurn
      yield* each(items.slice(start, start + size))
    }
  })
