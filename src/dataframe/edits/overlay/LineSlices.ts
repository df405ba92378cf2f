/** The limits of one line of JSON, so that parsing it blocks the event loop for a few milliseconds at most. */
const itemsOfLine = 500
const charactersOfLine = 256 * 1024

/** Splits items into slices of one line each, using the approximate number of characters of each item. */
export function* lineSlices<A>(items: Iterable<A>, lengthOf: (item: A) => number): Generator<ReadonlyArray<A>> {
  let slice: Array<A> = []
  let length = 0
  for (const item of items) {
    const more = lengthOf(item)
    if (slice.length === itemsOfLine || (slice.length > 0 && length + more > charactersOfLine)) {
      yield slice
      slice = []
      length = 0
    }
    slice.push(item)
    length += more
  }
  if (slice.length > 0) yield slice
}
