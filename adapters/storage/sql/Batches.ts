import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { fn } from "../../../src/runtime/Span.ts"

/** Runs `each` on slices of the items, one slice after the other. */
export const inBatches = <A, E, R>(
  items: ReadonlyArray<A>,
  size: number,
  each: (slice: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, E, R> => Effect.forEach(Array.chunksOf(items, size), each, { discard: true })

/**
 * The same as `inBatches` for an iterable, which is consumed lazily. `first` is the number of items before the slice.
 */
export const inBatchesOf = fn("inBatchesOf")(function* <A, E, R>(
  items: Iterable<A>,
  size: number,
  each: (slice: ReadonlyArray<A>, first: number) => Effect.Effect<unknown, E, R>
) {
  let first = 0
  let slice: globalThis.Array<A> = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield* each(slice, first)
    first += slice.length
    slice = []
  }
  if (slice.length > 0) yield* each(slice, first)
})
