import type { Rewritten } from "../../ifc/shapes/Rewriting.ts"

const space = 32

/**
 * Returns a function that reads bytes of a rewritten file from an offset on, fewer at its end. The file is never copied
 * as a whole.
 */
export const readerOf = (
  bytes: Uint8Array,
  { at, blanks, text }: Rewritten
): ((from: number, size: number) => Uint8Array) => {
  const more = Buffer.from(text)
  const sorted = blanks.toSorted(([one], [other]) => one - other)
  /** Returns the index of the first blank that ends after an offset. Blanks do not overlap. */
  const firstBehind = (offset: number): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle]![1] > offset) high = middle
      else low = middle + 1
    }
    return low
  }
  const original = (from: number, to: number): Uint8Array => {
    const part = bytes.subarray(from, to)
    const first = firstBehind(from)
    if (first === sorted.length || sorted[first]![0] >= to) return part
    const blanked = new Uint8Array(part)
    for (let i = first; i < sorted.length && sorted[i]![0] < to; i++) {
      const [start, end] = sorted[i]!
      blanked.fill(space, Math.max(0, start - from), end - from)
    }
    return blanked
  }
  return (from, size) => {
    const to = from + size
    if (more.length === 0 || to <= at) return original(from, to)
    if (from >= at + more.length) return original(from - more.length, to - more.length)
    return Buffer.concat([
      original(Math.min(from, at), at),
      more.subarray(Math.max(0, from - at), to - at),
      original(at, Math.max(at, to - more.length))
    ])
  }
}
