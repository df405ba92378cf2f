import type { Chunk } from "../../parquet/ColumnChunk.ts"
import type { Column } from "../../iceberg/Table.ts"

/** The encoded least and greatest value of a column. Texts are compared by the bytes of their UTF-8. */
export interface Bounds {
  readonly lower: Uint8Array
  readonly upper: Uint8Array
  readonly compare: (a: Uint8Array, b: Uint8Array) => number
}

/**
 * The most bytes of a text in bounds, in UTF-8. Longer texts are cut, because manifests contain the bounds of every
 * file.
 */
export const mostBytes = 128

const compareTexts = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)
const compareBooleans = (a: Uint8Array, b: Uint8Array): number => a[0]! - b[0]!
const numberIn = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)
const compareNumbers = (a: Uint8Array, b: Uint8Array): number => numberIn(a) - numberIn(b)

const encodedNumber = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value, true)
  return bytes
}

/** Returns the bounds of the texts of a dictionary page: a length of four bytes before each. */
export const ofTexts = (bytes: Uint8Array): Bounds | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let lower: Uint8Array | null = null
  let upper: Uint8Array | null = null
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + view.getUint32(at, true)
    const text = bytes.subarray(at + 4, end)
    if (lower === null || compareTexts(text, lower) < 0) lower = text
    if (upper === null || compareTexts(text, upper) > 0) upper = text
    at = end
  }
  // The buffer is used again for the next group, and `slice` of a Buffer does not copy.
  return lower === null
    ? null
    : { lower: Uint8Array.from(lower), upper: Uint8Array.from(upper!), compare: compareTexts }
}

export const ofNumbers = (numbers: Float64Array): Bounds | null => {
  let [lower, upper] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    if (number < lower) lower = number
    if (number > upper) upper = number
  }
  if (numbers.length === 0) return null
  return { lower: encodedNumber(lower), upper: encodedNumber(upper), compare: compareNumbers }
}

/** Returns the bounds of booleans, 1 for true. */
export const ofBooleans = (values: Uint32Array): Bounds | null => {
  if (values.length === 0) return null
  const hasTrue = values.includes(1)
  const hasFalse = values.includes(0)
  return { lower: Uint8Array.of(hasFalse ? 0 : 1), upper: Uint8Array.of(hasTrue ? 1 : 0), compare: compareBooleans }
}

export const both = (a: Bounds | null, b: Bounds | null): Bounds | null => {
  if (a === null || b === null) return a ?? b
  const { compare } = a
  return {
    lower: compare(b.lower, a.lower) < 0 ? b.lower : a.lower,
    upper: compare(b.upper, a.upper) > 0 ? b.upper : a.upper,
    compare
  }
}

/** Returns the start of a text, cut between characters. */
const cut = (text: Uint8Array): Uint8Array => {
  let end = mostBytes
  while ((text[end]! & 0xc0) === 0x80) end--
  return text.subarray(0, end)
}

/** Returns a short text that is greater than all texts that begin with `start`; null if there is none. */
const raised = (start: Uint8Array): Uint8Array | null => {
  const characters = Array.from(Buffer.from(start).toString())
  for (let last = characters.length - 1; last >= 0; last--) {
    const point = characters[last]!.codePointAt(0)!
    if (point === 0x10ffff) continue
    // Surrogates are not characters.
    const next = point === 0xd7ff ? 0xe000 : point + 1
    return Buffer.from(characters.slice(0, last).join("") + String.fromCodePoint(next))
  }
  return null
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

/**
 * Returns the bounds for a manifest: long texts are cut, and an upper bound that is cut is raised, because readers
 * would silently omit rows otherwise.
 */
export const inManifest = ({ compare, lower, upper }: Bounds): readonly [string, string] => {
  if (compare !== compareTexts) return [base64(lower), base64(upper)]
  const least = lower.length > mostBytes ? cut(lower) : lower
  const greatest = upper.length > mostBytes ? (raised(cut(upper)) ?? upper) : upper
  return [base64(least), base64(greatest)]
}

/** Returns the bounds for the footer of a Parquet file, in which the library cuts texts. */
export const inParquet = (type: Column["type"], { lower, upper }: Bounds): NonNullable<Chunk["bounds"]> => {
  const valueOf = (bytes: Uint8Array) =>
    type === "string" ? Buffer.from(bytes).toString() : type === "double" ? numberIn(bytes) : bytes[0] === 1
  return { min_value: valueOf(lower), max_value: valueOf(upper) }
}
