import * as Bits from "./Bits.ts"
import type { Codes, Column } from "./Column.ts"
import * as Record from "./ColumnRecord.ts"
import * as Distinct from "./Distinct.ts"
import type { Matcher } from "./Matcher.ts"

/** The rows that have a cell. */
export const present = (column: Column): Bits.Bits => {
  if (column.presence === Record.PRESENCE_FULL) return Bits.all(column.rowCount)
  if (column.bits !== null) return column.bits.slice()
  const bits = Bits.none(column.rowCount)
  for (const row of column.rows!) Bits.add(bits, row)
  return bits
}

/** The rows whose cell matches. Rows without cell are not among them. */
export const matching = (column: Column, matcher: Matcher): Bits.Bits =>
  column.plain === null ? marked(column, Distinct.ofColumn(column, matcher)) : plain(column, matcher)

/** The rows whose code is marked in `lut`. */
export const marked = (column: Column, lut: Uint8Array): Bits.Bits => {
  const codes = column.codes!
  if (column.presence === Record.PRESENCE_FULL) return full(codes, lut, column.rowCount)
  if (column.bits !== null) return sparse(codes, lut, column.bits)
  const bits = Bits.none(column.rowCount)
  const rows = column.rows!
  for (let i = 0; i < rows.length; i++) if (lut[codes[i]!] === 1) Bits.add(bits, rows[i]!)
  return bits
}

/** From here on codes of a byte are looked up by twos: half the steps, for a table that takes some microseconds. */
const byTwosFrom = 1 << 16

const full = (codes: Codes, lut: Uint8Array, count: number): Bits.Bits => {
  const bits = Bits.none(count)
  const whole = count >>> 5
  if (codes instanceof Uint8Array && count >= byTwosFrom && codes.byteOffset % 2 === 0) {
    byTwos(codes, lut, bits, whole)
    for (let at = whole << 5; at < count; at++) if (lut[codes[at]!] === 1) Bits.add(bits, at)
    return bits
  }
  let at = 0
  for (let word = 0; word < whole; word++) {
    let sum = 0
    for (const end = at + 32; at < end; at++) sum = (sum << 1) | lut[codes[at]!]!
    bits[word] = sum
  }
  for (; at < count; at++) if (lut[codes[at]!] === 1) Bits.add(bits, at)
  return bits
}

/** Fills the first words; on machines that put the low byte first, as all do that Bun runs on. */
const byTwos = (codes: Uint8Array, lut: Uint8Array, bits: Bits.Bits, words: number): void => {
  const pairs = new Uint16Array(codes.buffer, codes.byteOffset, words << 4)
  const ofPair = new Uint8Array(1 << 16)
  const distinct = Math.min(lut.length, 256)
  for (let second = 0; second < distinct; second++) {
    for (let first = 0; first < distinct; first++) ofPair[(second << 8) | first] = (lut[first]! << 1) | lut[second]!
  }
  let at = 0
  for (let word = 0; word < words; word++) {
    let sum = 0
    for (const end = at + 16; at < end; at++) sum = (sum << 2) | ofPair[pairs[at]!]!
    bits[word] = sum
  }
}

/** Without a branch a row; `codes` may be read one past its last cell. */
const sparse = (codes: Codes, lut: Uint8Array, present: Bits.Bits): Bits.Bits => {
  const bits = new Uint32Array(present.length)
  let cell = 0
  for (let word = 0; word < present.length; word++) {
    const has = present[word]!
    if (has === 0) continue
    let sum = 0
    for (let shift = 31; shift >= 0; shift--) {
      const one = (has >>> shift) & 1
      sum = (sum << 1) | (lut[codes[cell]!]! & one)
      cell += one
    }
    bits[word] = sum
  }
  return bits
}

const plain = (column: Column, matcher: Matcher): Bits.Bits => {
  const cells = new Uint8Array(column.count + 1)
  Distinct.ofPlain(column, matcher, (cell) => {
    cells[cell] = 1
  })
  const bits = Bits.none(column.rowCount)
  if (column.presence === Record.PRESENCE_FULL) {
    for (let row = 0; row < column.rowCount; row++) if (cells[row] === 1) Bits.add(bits, row)
  } else if (column.rows !== null) {
    for (let i = 0; i < column.count; i++) if (cells[i] === 1) Bits.add(bits, column.rows[i]!)
  } else {
    let cell = 0
    for (let word = 0; word < bits.length; word++) {
      let sum = 0
      for (let shift = 31; shift >= 0; shift--) {
        const one = (column.bits![word]! >>> shift) & 1
        sum = (sum << 1) | (cells[cell]! & one)
        cell += one
      }
      bits[word] = sum
    }
  }
  return bits
}
