import type { Column } from "../table/Column.ts"
import type { Codes } from "../table/OtherValues.ts"
import * as ColumnRecord from "../table/ColumnRecord.ts"

/** A column and one byte for each of its distinct values: 1 if a filter accepts it. */
export interface MarkedColumn {
  readonly column: Pick<Column, "bits" | "codes" | "forEachCell" | "length" | "presence">
  readonly marks: Uint8Array
}

/** Returns whether the kernel can read the column: it has codes, and its presence is not a list of rows. */
export const takes = ({ column }: MarkedColumn): boolean =>
  column.codes !== null && column.presence !== ColumnRecord.PRESENCE_ROWS

/** Returns the rows whose code is marked as 32-bit words, the first row in the highest bit. */
export const words = ({ column, marks }: MarkedColumn): Uint32Array =>
  column.bits === null ? full(column.codes!, marks, column.length) : sparse(column.codes!, marks, column.bits)

/**
 * The least number of rows for which one-byte codes are looked up in pairs. This halves the steps, but building the
 * lookup table takes some microseconds.
 */
const byTwosFrom = 1 << 16

const full = (codes: Codes, marks: Uint8Array, count: number): Uint32Array => {
  const words = new Uint32Array((count + 31) >>> 5)
  const whole = count >>> 5
  if (codes instanceof Uint8Array && count >= byTwosFrom && codes.byteOffset % 2 === 0) {
    byTwos(codes, marks, words, whole)
  } else {
    for (let word = 0, at = 0; word < whole; word++) {
      let sum = 0
      for (const end = at + 32; at < end; at++) sum = (sum << 1) | marks[codes[at]!]!
      words[word] = sum
    }
  }
  for (let at = whole << 5; at < count; at++) words[whole]! |= marks[codes[at]!]! << (31 - (at & 31))
  return words
}

/** Fills the first `whole` words. Assumes a little-endian machine, as all are that Bun runs on. */
const byTwos = (codes: Uint8Array, marks: Uint8Array, words: Uint32Array, whole: number): void => {
  const pairs = new Uint16Array(codes.buffer, codes.byteOffset, whole << 4)
  const ofPair = new Uint8Array(1 << 16)
  const distinct = Math.min(marks.length, 256)
  for (let second = 0; second < distinct; second++) {
    for (let first = 0; first < distinct; first++) ofPair[(second << 8) | first] = (marks[first]! << 1) | marks[second]!
  }
  for (let word = 0, at = 0; word < whole; word++) {
    let sum = 0
    for (const end = at + 16; at < end; at++) sum = (sum << 2) | ofPair[pairs[at]!]!
    words[word] = sum
  }
}

/**
 * Returns the marked rows of a column with a presence bit set. The inner loop has no branches, so it may read one
 * element past the last code.
 */
const sparse = (codes: Codes, marks: Uint8Array, present: Uint32Array): Uint32Array => {
  const words = new Uint32Array(present.length)
  for (let word = 0, cell = 0; word < present.length; word++) {
    const has = present[word]!
    if (has === 0) continue
    let sum = 0
    for (let shift = 31; shift >= 0; shift--) {
      const one = (has >>> shift) & 1
      sum = (sum << 1) | (marks[codes[cell]!]! & one)
      cell += one
    }
    words[word] = sum
  }
  return words
}
