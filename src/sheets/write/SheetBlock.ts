import type { Scalar } from "../../domain/products/Filter.ts"

/** Rows of a flat table, as codes: rows with the same key in a column have the same value. */
export interface SheetBlock {
  readonly rows: number
  readonly columns: ReadonlyArray<BlockColumn>
}

export interface BlockColumn {
  /** The key of each row. */
  readonly keys: Uint32Array
  /** The upper limit of the keys, exclusive. */
  readonly size: number
  /** Returns the value of a key. Numbers are finite. */
  readonly valueOf: (key: number) => Scalar
}

/**
 * Returns the text of a column's cell in each row. Distinct values are encoded once if on average at least two rows
 * share a value. Otherwise each row is encoded, because looking up texts that are scattered in memory takes longer than
 * encoding them again.
 */
export const cellTexts = (
  { keys, size, valueOf }: BlockColumn,
  rows: number,
  encode: (value: Scalar) => string
): ((row: number) => string) => {
  if (size * 2 > rows) return (row) => encode(valueOf(keys[row]!))
  const known = Array.from<string | undefined>({ length: size })
  return (row) => {
    const key = keys[row]!
    return (known[key] ??= encode(valueOf(key)))
  }
}
/** The number of cells for which the columns of a row group or of a batch reserve memory at once. */
const cellsAtOnce = 4_000_000
const leastAtOnce = 1024

/** Returns the most rows that a table of `rows` rows collects at once: `most`, or fewer if it has many columns. */
export const rowsAtOnce = (most: number, columns: number, rows = most): number =>
  Math.max(1, Math.min(most, rows, Math.max(leastAtOnce, Math.floor(cellsAtOnce / columns))))
