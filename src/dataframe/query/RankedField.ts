import type { Scalar } from "../../domain/products/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import type { CellSource } from "./CellSource.ts"

/** The distinct values of a field over several tables, in the order of section 6 of the contract. */
export interface RankedValues {
  /** The number of codes: that of the distinct values, and one more for "without value", which is the last code. */
  readonly size: number
  readonly valueOf: (code: number) => Scalar
}

/** The distinct values, and the code of each product's value. No product has an object of its own. */
export interface RankedField extends RankedValues {
  /** The code of each product, in the order of the tables and then of their rows. */
  readonly codes: Uint32Array
}

/** The products of one table, and where their values come from. */
export interface RankedPart {
  readonly source: Pick<CellSource, "keys" | "keysOf"> & { readonly valueOf: (key: number) => Scalar }
  readonly rows: Uint32Array
}

/** The kinds of a value before it has a rank: the two highest bits, above an index among the values of the kind. */
const INDEX_BITS = 30
const INDEX = (1 << INDEX_BITS) - 1
const NUMBER = 1
const TEXT = 2
const BOOLEAN = 3

/**
 * Ranks the values of a field: numbers before texts before booleans, texts by their lower-case form and then as they
 * are, without value last. Empty texts are without value.
 */
export const ranked = (parts: ReadonlyArray<RankedPart>): RankedField => {
  const codes = new Uint32Array(parts.reduce((sum, { rows }) => sum + rows.length, 0))
  let start = 0
  const keyed = parts.map(({ rows, source }): KeyedPart => {
    const keys = source.keysOf(rows)
    const at = start
    start += rows.length
    // A few rows of a large table are read one by one.
    if (rows.length < source.keys) {
      for (let i = 0; i < rows.length; i++) codes[at + i] = i
      return { size: rows.length, isThere: null, valueOf: (i) => source.valueOf(keys[i]!) }
    }
    codes.set(keys, at)
    const isThere = new Uint8Array(source.keys)
    for (let i = 0; i < keys.length; i++) isThere[keys[i]!] = 1
    return { size: source.keys, isThere, valueOf: source.valueOf }
  })
  const { codesOfKeys, size, valueOf } = rankedKeys(keyed)!
  start = 0
  for (const [p, { rows }] of parts.entries()) {
    const codeOf = codesOfKeys[p]!
    const end = start + rows.length
    for (; start < end; start++) codes[start] = codeOf[codes[start]!]!
  }
  return { codes, size, valueOf }
}

/** The keys of the products of one table. */
export interface KeyedPart {
  /** The upper limit of the keys, exclusive. */
  readonly size: number
  /** Not 0 for the keys that a product has. Null if each has one. */
  readonly isThere: Uint8Array | Uint32Array | null
  readonly valueOf: (key: number) => Scalar
}

/** The distinct values, and the code of each key. */
export interface RankedKeys extends RankedValues {
  /** The code of each key of each part. Entries of keys that no product has are undefined. */
  readonly codesOfKeys: ReadonlyArray<Uint32Array>
}

/** Ranks values like `ranked`. Returns null if there are more than `most` distinct ones. */
export const rankedKeys = (parts: ReadonlyArray<KeyedPart>, most = Number.POSITIVE_INFINITY): RankedKeys | null => {
  const numbers = new NumberList()
  const texts = new Map<string, number>()
  /** For each part, the kind and index of the value of each key, and then its code. */
  const codesOfKeys: Array<Uint32Array> = []
  for (const { isThere, size, valueOf } of parts) {
    const codeOf = new Uint32Array(size)
    codesOfKeys.push(codeOf)
    for (let key = 0; key < size; key++) {
      if (isThere !== null && isThere[key] === 0) continue
      const value = valueOf(key)
      if (typeof value === "number") codeOf[key] = NUMBER * 2 ** INDEX_BITS + numbers.push(value)
      else if (typeof value === "boolean") codeOf[key] = BOOLEAN * 2 ** INDEX_BITS + Number(value)
      else if (value !== null && value !== "") {
        codeOf[key] = TEXT * 2 ** INDEX_BITS + texts.getOrInsert(value, texts.size)
      }
    }
    if (texts.size > most) return null
  }
  const ofNumbers = numbers.ranks()
  const ofTexts = textRanks([...texts.keys()])
  const [firstText, firstBoolean] = [ofNumbers.sorted.length, ofNumbers.sorted.length + texts.size]
  const last = firstBoolean + 2
  if (firstBoolean > most) return null
  const codeOfValue = (value: number): number => {
    const index = value & INDEX
    switch (value >>> INDEX_BITS) {
      case NUMBER:
        return ofNumbers.ranks[index]!
      case TEXT:
        return firstText + ofTexts.ranks[index]!
      case BOOLEAN:
        return firstBoolean + index
      default:
        return last
    }
  }
  for (const codeOf of codesOfKeys) {
    for (let key = 0; key < codeOf.length; key++) codeOf[key] = codeOfValue(codeOf[key]!)
  }
  const valueOf = (code: number): Scalar =>
    code < firstText
      ? ofNumbers.sorted[code]!
      : code < firstBoolean
        ? ofTexts.sorted[code - firstText]!
        : code < last
          ? code === last - 1
          : null
  return { codesOfKeys, size: last + 1, valueOf }
}

/** A list of numbers that grows. */
class NumberList {
  private numbers = new Float64Array(1024)
  private length = 0

  /** Appends a number and returns its index. */
  push(value: number): number {
    if (this.length === this.numbers.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    // Adding 0 turns -0 into 0.
    this.numbers[this.length] = value + 0
    return this.length++
  }

  /** Returns the distinct numbers in ascending order, and the rank of each number by its index. */
  ranks(): { readonly sorted: Float64Array; readonly ranks: Uint32Array } {
    const all = this.numbers.subarray(0, this.length)
    const sorted = all.slice().sort()
    let distinct = 0
    for (const value of sorted) if (distinct === 0 || sorted[distinct - 1] !== value) sorted[distinct++] = value
    const ranks = new Uint32Array(this.length)
    for (let i = 0; i < this.length; i++) ranks[i] = rankOf(sorted, distinct, all[i]!)
    return { sorted: sorted.subarray(0, distinct), ranks }
  }
}

/** Returns the index of a value in the first `length` numbers of an ascending list, which contain it. */
const rankOf = (sorted: Float64Array, length: number, value: number): number => {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The characters from which the order of UTF-16 units differs from that of code points. */
const isOdd = /[\ud800-\uffff]/

/** Returns distinct texts in their order, and the rank of each by its index. */
const textRanks = (texts: ReadonlyArray<string>) => {
  const lower = texts.map((text) => text.toLowerCase())
  const isUsual = !texts.some((text, i) => isOdd.test(text) || isOdd.test(lower[i]!))
  const compare = isUsual ? (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0) : compareCodePoints
  const order = [...texts.keys()].sort((a, b) => compare(lower[a]!, lower[b]!) || compare(texts[a]!, texts[b]!))
  const ranks = new Uint32Array(texts.length)
  for (const [rank, index] of order.entries()) ranks[index] = rank
  return { sorted: order.map((index) => texts[index]!), ranks }
}

/**
 * Sorts indexes by the codes of a field with a stable counting sort. `descending` turns the order of the values round;
 * products without value stay last.
 */
export const sortedBy = (
  order: Uint32Array,
  { codes, size }: Pick<RankedField, "codes" | "size">,
  descending: boolean
): Uint32Array => {
  const last = size - 1
  const placeOf = (code: number): number => (descending && code !== last ? last - 1 - code : code)
  const starts = new Uint32Array(size + 1)
  for (let i = 0; i < order.length; i++) starts[placeOf(codes[order[i]!]!) + 1]!++
  for (let code = 0; code < size; code++) starts[code + 1]! += starts[code]!
  const found = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) found[starts[placeOf(codes[order[i]!]!)]!++] = order[i]!
  return found
}

export const unsorted = (length: number): Uint32Array => {
  const order = new Uint32Array(length)
  for (let i = 0; i < length; i++) order[i] = i
  return order
}
