import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import { areAll } from "../CellKeys.ts"
import type { CellSource, KeyedColumn } from "../CellSource.ts"

/** The rows of one table and their keys in a field, which are only created if the codes of a column do not suffice. */
export class KeyedRows {
  /** The column of the keys if there is one and the rows are all rows of the table. */
  private readonly whole: KeyedColumn | null
  private known: Uint32Array | null = null
  private counted: Uint32Array | null = null

  constructor(
    readonly source: Pick<CellSource, "keys" | "keysOf" | "single">,
    readonly rows: Uint32Array
  ) {
    const { single } = source
    this.whole = single !== undefined && areAll(rows, single.column.length) ? single : null
  }

  /** Whether every key except 0 is that of exactly one row. */
  get areUnique(): boolean {
    return this.whole !== null && this.whole.column.plain !== null
  }

  /** The key of each row. */
  get keys(): Uint32Array {
    return (this.known ??= this.source.keysOf(this.rows))
  }

  /** The number of rows with each key. */
  get counts(): Uint32Array {
    return (this.counted ??= this.count())
  }

  /** Returns the rows whose key is marked. The key of rows without a cell must not be. */
  rowsWith(marks: Uint8Array): Uint32Array {
    if (this.whole === null) {
      const { keys } = this
      return this.rows.filter((_, i) => marks[keys[i]!] === 1)
    }
    const { column, start } = this.whole
    const { codes, count } = column
    const cells: Array<number> = []
    for (let cell = 0; cell < count; cell++) {
      if (marks[start + (codes === null ? cell : codes[cell]!)] === 1) cells.push(cell)
    }
    return rowsOfCells(column, cells)
  }

  private count(): Uint32Array {
    const counts = new Uint32Array(this.source.keys)
    if (counts.length === 1) counts[0] = this.rows.length
    else if (this.whole !== null) {
      const { column, start } = this.whole
      const { codes, count } = column
      if (codes === null) counts.fill(1, start, start + count)
      else for (let cell = 0; cell < count; cell++) counts[start + codes[cell]!]!++
      counts[0]! += this.rows.length - count
    } else {
      const { keys } = this
      for (let i = 0; i < keys.length; i++) counts[keys[i]!]!++
    }
    return counts
  }
}

/** Returns the row of each cell; the cells are in ascending order. */
const rowsOfCells = ({ bits, rows }: Column, cells: ReadonlyArray<number>): Uint32Array => {
  if (bits === null) return Uint32Array.from(cells, (cell) => (rows === null ? cell : rows[cell]!))
  const found = new Uint32Array(cells.length)
  let at = 0
  let before = 0
  for (let i = 0; i < bits.length && at < cells.length; i++) {
    let word = bits[i]!
    const end = before + Bits.countWord(word)
    for (let cell = before; at < cells.length && cells[at]! < end; cell++) {
      const bit = Math.clz32(word)
      word &= ~(0x80000000 >>> bit)
      if (cell === cells[at]) found[at++] = (i << 5) + bit
    }
    before = end
  }
  return found
}
