import { compareCodePoints } from "../../../domain/Text.ts"
import type { Column } from "../../table/Column.ts"

/** The least values of many, each with the number of its products: those of the first `needed` products. */
export interface Least<Value> {
  /** The number of all products that were added or skipped. */
  readonly total: number
  /** Adds a value. Returns false if it is certainly not among the least. */
  readonly add: (value: Value, products: number) => boolean
  /** Returns whether a value is among the least ones. */
  readonly has: (value: Value) => boolean
}

/** The least texts, which can be compared before they are created. */
export interface LeastTexts extends Least<string> {
  /** Returns whether the text of a code is certainly not among the least. */
  readonly isBeyond: (column: Column, code: number) => boolean
  /** Counts products whose text is not among the least. */
  readonly skip: (products: number) => void
}

/** The values, for each product that is needed, that are held until those that are too many are dropped. */
const spare = 1024

/** Returns the least numbers, or the greatest ones if `descending`. */
export const ofNumbers = (needed: number, descending: boolean): Least<number> => {
  const counts = new Map<number, number>()
  const sign = descending ? -1 : 1
  let last = Number.POSITIVE_INFINITY
  let total = 0
  const cut = (): void => {
    const sorted = Float64Array.from(counts.keys(), (value) => sign * value).sort()
    let sum = 0
    for (const value of sorted) {
      if (sum >= needed) counts.delete(sign * value)
      else {
        sum += counts.get(sign * value)!
        if (sum >= needed) last = value
      }
    }
  }
  return {
    get total() {
      return total
    },
    add: (value, products) => {
      total += products
      if (sign * value > last) return false
      counts.set(value, (counts.get(value) ?? 0) + products)
      if (counts.size > 2 * needed + spare) cut()
      return true
    },
    has: (value) => {
      if (counts.size > 0 && last === Number.POSITIVE_INFINITY) cut()
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
      total += products
      if (!isIn(text)) return false
      counts.set(text, (counts.get(text) ?? 0) + products)
      if (counts.size > 2 * needed + spare) cut()
      return true
    },
    has: (text) => {
      if (last === null) cut()
      return isIn(text)
    },
    isBeyond: (column, code) => last !== null && sign * comparedWith(column, code, last.bytes) > 0,
    skip: (products) => {
      total += products
    }
  }
}

/**
 * Compares the text of a code with one in lower case by their bytes, up to the first byte that is not ASCII. Returns 0 if
 * they do not differ before that.
 */
const comparedWith = ({ textBase, texts }: Column, code: number, lower: Uint8Array): number => {
  const { blob, offsets } = texts
  const start = offsets[textBase + code]!
  const length = Math.min(offsets[textBase + code + 1]! - start, lower.length)
  for (let i = 0; i < length; i++) {
    const byte = blob[start + i]!
    const other = lower[i]!
    if ((byte | other) >= 0x80) return 0
    const found = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
    if (found !== other) return found - other
  }
  return 0
}
