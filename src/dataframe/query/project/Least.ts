import { compareCodePoints } from "../../../domain/Text.ts"
import type { Column } from "../../table/Column.ts"

/** The least values of many, each with the number of its products: those of the first `needed` products. */
interface Least<Value> {
  /** The number of products that were added: that of all, or at least `needed`. */
  readonly total: number
  /** Adds a value. Returns false if it is certainly not among the least. */
  readonly add: (value: Value, products: number) => boolean
  /** Returns whether a value is among the least ones. */
  readonly has: (value: Value) => boolean
}

/** The least numbers, which can be added many at a time. */
interface LeastNumbers extends Least<number> {
  /**
   * Adds the numbers of a list, except NaN. Each has one product, or as many as `counts` says. Calls `met` with the index
   * and the value of each that may be among the least.
   */
  readonly addAll: (
    values: Float64Array,
    counts: Uint32Array | null,
    met: (index: number, value: number) => void
  ) => void
}

/** The least texts, which can be compared before they are created. */
interface LeastTexts extends Least<string> {
  /** Returns whether the texts from a code up to another are certainly not among the least. */
  readonly areBeyond: (column: Column, from: number, to: number) => boolean
}

/** The number of values per needed product that are kept before excess ones are dropped. */
const spare = 1024

/** Returns the least numbers, or the greatest ones if `descending`. */
export const ofNumbers = (needed: number, descending: boolean): LeastNumbers => {
  const sign = descending ? -1 : 1
  const size = 2 * needed + spare
  /** The least values times the sign, each as often as it has products. */
  let held: Float64Array | null = null
  let length = 0
  let last = Number.POSITIVE_INFINITY
  let total = 0
  const cut = (): void => {
    held!.subarray(0, length).sort()
    if (length < needed) return
    length = needed
    last = held![needed - 1]!
  }
  const add = (value: number, products: number): boolean => {
    const signed = sign * value
    if (signed > last) return false
    total += products
    // Another value equal to the last one changes nothing.
    if (signed === last) return true
    held ??= new Float64Array(size)
    const count = Math.min(products, needed)
    if (length + count > size) cut()
    if (count === 1) held[length] = signed
    else held.fill(signed, length, length + count)
    length += count
    return true
  }
  return {
    get total() {
      return total
    },
    add,
    addAll: (values, counts, met) => {
      for (let i = 0; i < values.length; i++) {
        const value = values[i]!
        // The comparison does not hold for NaN either.
        if (!(sign * value <= last)) continue
        const products = counts === null ? 1 : counts[i]!
        if (products > 0 && add(value + 0, products)) met(i, value + 0)
      }
    },
    has: (value) => {
      if (held !== null && last === Number.POSITIVE_INFINITY) cut()
      return sign * value <= last
    }
  }
}

/** A text, its lower-case form by which it is ordered first, and the bytes of that. */
interface Last {
  readonly text: string
  readonly lower: string
  readonly bytes: Buffer
}

/** Returns the least texts in the order of their lower-case forms, or the greatest ones if `descending`. */
export const ofTexts = (needed: number, descending: boolean): LeastTexts => {
  const counts = new Map<string, number>()
  const sign = descending ? -1 : 1
  let last: Last | null = null
  let total = 0
  const isIn = (text: string): boolean => {
    if (last === null) return true
    const lower = text.toLowerCase()
    return sign * (compareCodePoints(lower, last.lower) || compareCodePoints(text, last.text)) <= 0
  }
  const cut = (): void => {
    const sorted = Array.from(counts.keys(), (text) => ({ text, lower: text.toLowerCase() }))
    sorted.sort((a, b) => sign * (compareCodePoints(a.lower, b.lower) || compareCodePoints(a.text, b.text)))
    let sum = 0
    for (const { lower, text } of sorted) {
      if (sum >= needed) counts.delete(text)
      else {
        sum += counts.get(text)!
        if (sum >= needed) last = { text, lower, bytes: Buffer.from(lower) }
      }
    }
  }
  return {
    get total() {
      return total
    },
    add: (text, products) => {
      if (!isIn(text)) return false
      total += products
      counts.set(text, (counts.get(text) ?? 0) + products)
      if (counts.size > 2 * needed + spare) cut()
      return true
    },
    has: (text) => {
      if (last === null) cut()
      return isIn(text)
    },
    areBeyond: (column, from, to) => last !== null && sign * comparedWith(column, from, to, last.bytes) > 0
  }
}

/**
 * Compares the texts from a code up to another with one in lower case by their bytes: by what the first and the last of
 * them have in common, and so all in between, up to another byte that is not ASCII. Returns 0 if that does not decide.
 */
const comparedWith = ({ textBase, texts }: Column, from: number, to: number, lower: Uint8Array): number => {
  const { blob, offsets } = texts
  const first = textBase + from
  const last = textBase + to - 1
  const start = offsets[first]!
  const other = offsets[last]!
  const length = Math.min(offsets[first + 1]! - start, offsets[last + 1]! - other, lower.length)
  for (let i = 0; i < length; i++) {
    const byte = blob[start + i]!
    const wanted = lower[i]!
    if (byte !== blob[other + i]!) return 0
    // A character that occurs in a text in lower case is its own lower-case form.
    if (byte === wanted) continue
    if (byte >= 0x80) return 0
    const found = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
    if (found !== wanted) return found - wanted
  }
  return 0
}
