import { BitSet, type ColumnTable, escape, Reducer, table as arquero } from "arquero"
import * as Bits from "../table/Bits.ts"
import { attributes } from "../table/ColumnRecord.ts"
import * as Kernel from "./Kernel.ts"
import type { MarkedColumn } from "./Kernel.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** Products as an Arquero table: all products of a model, or those that a filter selects. */
export type Frame = ColumnTable

export type Value = string | number | boolean

/** The distinct values of a field as an Arquero table, and the key of each value. A key may have several values. */
export interface Distinct {
  /** The upper limit of the keys, exclusive. */
  readonly size: number
  readonly keys: ReadonlyArray<number>
  readonly values: ColumnTable
}

/**
 * Returns the products of a model, or those of `rows`, in the order of the table. There is a column for Guid, Class and
 * each of the other attributes; values are looked up in the codes and dictionaries of the container.
 */
export const of = (table: ProductTable, rows: Bits.Bits | null = null): Frame => {
  const whole = table.once("frame", () => {
    const { classes } = table.structure
    const codes = table.reference("class").codes!
    const classOf = { length: table.count, at: (row: number) => classes[codes[row]!] }
    return arquero({ ...Object.fromEntries(attributes.map((name) => [name, table.attribute(name)])), Class: classOf })
  })
  return rows === null ? whole : whole.create({ filter: new RowSet(rows, table.count) })
}

/** An Arquero bit set that reads our words: both have the first row in the highest bit. Nobody writes to it. */
class RowSet extends BitSet {
  constructor(rows: Bits.Bits, length: number) {
    super(0)
    this._size = length
    this._bits = rows as Uint32Array<ArrayBuffer>
  }

  /** Counts words. Arquero's own method takes a step for each row. */
  override count(): number {
    return Bits.count(this._bits)
  }
}

export const distinct = (size: number, keys: ReadonlyArray<number>, values: ReadonlyArray<Value>): Distinct => ({
  size,
  keys,
  values: arquero({ value: values })
})

/**
 * Returns one byte per key: 1 if Arquero's filter accepts one of its values. Texts of the caller occur only in
 * `accept`, never in an Arquero expression.
 */
export const marks = ({ keys, size, values }: Distinct, accept: (value: Value) => boolean): Uint8Array => {
  const marked = new Uint8Array(size)
  const accepted = values.filter(escape(({ value }: { readonly value: Value }) => accept(value)))
  accepted.scan((at) => {
    marked[keys[at!]!] = 1
  })
  return marked
}

/**
 * Returns the rows whose key is marked in the first of `columns` that has a cell in the row. With `absent`, rows
 * without a cell are included.
 *
 * A single column with codes is read by the kernel, 32 rows at a time; all others cell by cell.
 */
export const rowsOf = (length: number, columns: ReadonlyArray<MarkedColumn>, absent: boolean): Bits.Bits => {
  const [first] = columns
  if (columns.length !== 1 || !Kernel.takes(first!)) return byCells(length, columns, absent)
  if (!absent) return Kernel.words(first!)
  // Find the cells that are not marked; all other rows are the result.
  return Bits.not(Kernel.words({ column: first!.column, marks: first!.marks.map((mark) => 1 - mark) }), length)
}

export const byCells = (length: number, columns: ReadonlyArray<MarkedColumn>, absent: boolean): Bits.Bits => {
  const rows = absent ? Bits.not(Bits.none(length), length) : Bits.none(length)
  for (const { column, marks } of columns.toReversed()) {
    const { codes } = column
    column.forEachCell((row, cell) => {
      if (marks[codes === null ? cell : codes[cell]!] === 1) Bits.add(rows, row)
      else Bits.remove(rows, row)
    })
  }
  return rows
}

/** Returns at most `limit` row numbers, starting with the `skip`-th product. */
export const page = (frame: Frame, skip: number, limit: number): Uint32Array => {
  const rows = new Uint32Array(Math.max(0, Math.min(limit, frame.numRows() - skip)))
  let at = 0
  if (frame.isFiltered()) frame.scan((row) => (rows[at++] = row!), false, limit, skip)
  else for (; at < rows.length; at++) rows[at] = skip + at
  return rows
}

/** The totals of the selected products of one class. */
export interface ClassTotals {
  readonly className: string
  readonly count: number
  /** The sum of each measure. */
  readonly sums: ReadonlyArray<number>
}

/**
 * Returns the sum of each measure per class, in the order of the table's classes. Classes without a product are
 * omitted. Measures are arrays by row with NaN for no value.
 */
export const byClass = (
  table: ProductTable,
  frame: Frame,
  measures: ReadonlyArray<Float64Array>
): ReadonlyArray<ClassTotals> =>
  (
    frame
      .create({ groups: classesOf(table) })
      .reduce(new Sums(measures))
      .objects() as Array<ClassTotals>
  ).filter(({ count }) => count > 0)

type Groups = ReturnType<Frame["groups"]>

/** Returns the groups that `groupby("Class")` would find. The codes of the classes already are the group numbers. */
const classesOf = (table: ProductTable): Groups =>
  table.once("groups of classes", () => {
    const { classes } = table.structure
    const codes = table.reference("class").codes!.subarray(0, table.count)
    return {
      names: ["className"],
      size: classes.length,
      keys: codes as Uint32Array,
      get: [(row) => classes[codes[row]!]],
      rows: classes.map((_, code) => codes.indexOf(code))
    }
  })

/** Adds up the measures. Arquero's own sums take five times as long. */
class Sums extends Reducer {
  constructor(private readonly measures: ReadonlyArray<Float64Array>) {
    super(["count", "sums"])
  }

  override init(): { count: number; readonly sums: Array<number> } {
    return { count: 0, sums: this.measures.map(() => 0) }
  }

  override add(state: ReturnType<Sums["init"]>, row: number): void {
    state.count++
    for (let i = 0; i < this.measures.length; i++) {
      const value = this.measures[i]![row]!
      if (value === value) state.sums[i]! += value
    }
  }

  /** Returns the number of rows written, which Arquero requires although the declared type says otherwise. */
  override write(state: ReturnType<Sums["init"]>, columns: { readonly [name: string]: Array<unknown> }): number {
    columns["count"]!.push(state.count)
    columns["sums"]!.push(state.sums)
    return 1
  }
}
