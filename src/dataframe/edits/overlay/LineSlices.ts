/** Of one line of JSON: whoever parses it has others wait no longer than a few milliseconds. */
const itemsOfLine = 500
const charactersOfLine = 256 * 1024

/** Items in slices for a line each, by how many characters each has, about. */
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
