import type { Column } from "../table/Column.ts"

/** The numbers from 0, of which `allRows` returns the first ones. */
let numbered = new Uint32Array(0)

/** Returns all rows of a table. The array is shared: nobody may write into it. */
export const allRows = (length: number): Uint32Array => {
  if (numbered.length < length) {
    numbered = new Uint32Array(length)
    for (let i = 0; i < length; i++) numbered[i] = i
  }
  return numbered.subarray(0, length)
}

/** Returns whether the rows are all rows of a table, in their order. */
export const areAll = (rows: Uint32Array, length: number): boolean => {
  if (rows.length !== length) return false
  if (rows.buffer === numbered.buffer && rows.byteOffset === 0) return true
  for (let i = 0; i < length; i++) if (rows[i] !== i) return false
  return true
}

/** Does the same as `addKeys` for all rows of the table. */
const addKeysOfAll = (column: Column, start: number, keys: Uint32Array): void => {
  const { bits, codes, count } = column
  if (codes !== null && bits === null && column.rows === null) {
    for (let i = 0; i < count; i++) if (keys[i] === 0) keys[i] = start + codes[i]!
  } else if (bits !== null) {
    for (let i = 0, cell = 0; i < bits.length; i++) {
      for (let word = bits[i]!; word !== 0; cell++) {
        const bit = Math.clz32(word)
        word &= ~(0x80000000 >>> bit)
        const row = (i << 5) + bit
        if (keys[row] === 0) keys[row] = start + (codes === null ? cell : codes[cell]!)
      }
    }
  } else {
    column.forEachCell((row, cell) => {
      if (keys[row] === 0) keys[row] = start + (codes === null ? cell : codes[cell]!)
    })
  }
}

/** Sets the number of each row of the table, NaN for none. The column has a number for each cell. */
export const setNumbersOfAll = ({ bits, count, plain, rows }: Column, numbers: Float64Array): void => {
  if (bits === null && rows === null && count === numbers.length) return numbers.set(plain!)
  numbers.fill(Number.NaN)
  if (bits === null) {
    for (let cell = 0; cell < count; cell++) numbers[rows === null ? cell : rows[cell]!] = plain![cell]!
    return
  }
  for (let i = 0, cell = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; cell++) {
      const bit = Math.clz32(word)
      word &= ~(0x80000000 >>> bit)
      numbers[(i << 5) + bit] = plain![cell]!
    }
  }
}

/** Sets the key of each row that has none yet (0): `start` plus the key of the row's distinct value in the column. */
export const addKeys = (column: Column, rows: Uint32Array, start: number, keys: Uint32Array): void => {
  if (areAll(rows, column.length)) return addKeysOfAll(column, start, keys)
  for (let i = 0; i < rows.length; i++) {
    if (keys[i] !== 0) continue
    const key = column.keyOf(rows[i]!)
    if (key !== -1) keys[i] = start + key
  }
}

/**
 * Does the same as `addKeys` by iterating over the cells of the column, for columns with fewer cells than the page has
 * rows. `places` is the index in the page of each row of the table, -1 for none.
 */
export const addKeysOfCells = (column: Column, places: Int32Array, start: number, keys: Uint32Array): void => {
  const { codes } = column
  column.forEachCell((row, cell) => {
    const i = places[row]!
    if (i !== -1 && keys[i] === 0) keys[i] = start + (codes === null ? cell : codes[cell]!)
  })
}

export const placesOf = (rows: Uint32Array, length: number): Int32Array => {
  const places = new Int32Array(length).fill(-1)
  for (let i = 0; i < rows.length; i++) places[rows[i]!] = i
  return places
}

export const withKeys = (rows: Uint32Array, fill: (keys: Uint32Array) => void): Uint32Array => {
  const keys = new Uint32Array(rows.length)
  fill(keys)
  return keys
}

/** The bytes that `fetchTexts` read, so that the compiler keeps its loads. */
let fetched = 0

/**
 * Reads the start of the text of each key, where `start` is the key of the column's first distinct value.
 *
 * Texts of neighbouring rows lie far apart. Writing a page reads one after the other, and waits for memory each time if
 * another query has used the caches. These loops wait for many texts at once: such a page takes a third less time.
 */
export const fetchTexts = ({ textBase, textCount, texts }: Column, start: number, keys: Uint32Array): void => {
  const { blob, offsets } = texts
  let sum = 0
  for (let i = 0; i < keys.length; i++) {
    const code = keys[i]! - start
    if (code >= 0 && code < textCount) sum += offsets[textBase + code]!
  }
  for (let i = 0; i < keys.length; i++) {
    const code = keys[i]! - start
    if (code >= 0 && code < textCount) sum += blob[offsets[textBase + code]!]!
  }
  fetched = (fetched + sum) | 0
}
