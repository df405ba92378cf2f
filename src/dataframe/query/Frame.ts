import { BitSet, type ColumnTable, escape, Reducer, table as arquero } from "arquero"
import * as Bits from "../table/Bits.ts"
import { attributes } from "../table/ColumnRecord.ts"
import * as Kernel from "./Kernel.ts"
import type { MarkedColumn } from "./Kernel.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** Products as an Arquero table: all of a model, or those that filters leave. */
export type Frame = ColumnTable

export type Value = string | number | boolean

/** Distinct values of a field, an Arquero table of them, and the key that each stands for: one may have several. */
export interface Distinct {
  /** Keys are below this number. */
  readonly size: number
  readonly keys: ReadonlyArray<number>
  readonly values: ColumnTable
}

/**
 * The products of a model, in the order of the table, all or those of `rows`: a column for Guid, Class and each of the
 * other attributes, whose values are looked up in the container's codes and dictionaries.
 */
export const of = (table: ProductTable, rows: Bits.Bits | null = null): Frame => {
  const whole = table.once("frame", () => {
    const { classes } = table.structure
    const codes = table.reference("class").codes!
    const classOf = { length: table.count, at: (row: number) => classes[codes[row]!] }
    return arquero({ ...Object.fromEntries(attributes.map((name) => [name, table.attribute(name)])), Class: classOf })
  })
  return rows === null ? whole : whole.create({ filter: chosen(rows, table.count) })
}

/** Arquero's set of the rows, filled with the fewer ones: those that are in it, or the others. */
const chosen = (rows: Bits.Bits, length: number): BitSet => {
  const isMost = Bits.count(rows) * 2 > length
  const words = isMost ? Bits.not(rows, length) : rows
  const set = new BitSet(length)
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]!; word !== 0;) {
      const bit = Math.clz32(word)
      word &= ~(0x80000000 >>> bit)
      set.set((i << 5) + bit)
    }
  }
  return isMost ? set.not() : set
}

export const distinct = (size: number, keys: ReadonlyArray<number>, values: ReadonlyArray<Value>): Distinct => ({
  size,
  keys,
  values: arquero({ value: values })
})

/** One byte a key: 1 where Arquero's filter accepts a value of it. A caller's texts are in `accept`, in no expression. */
export const marks = ({ keys, size, values }: Distinct, accept: (value: Value) => boolean): Uint8Array => {
  const marked = new Uint8Array(size)
  const accepted = values.filter(escape(({ value }: { readonly value: Value }) => accept(value)))
  accepted.scan((at) => {
    marked[keys[at!]!] = 1
  })
  return marked
}

/**
 * The rows whose key is marked in the first of `columns` that has a cell there; `absent`: those without cell too.
 *
 * One column with codes is read by the kernel, 32 rows at a time, others cell by cell.
 */
export const rowsOf = (length: number, columns: ReadonlyArray<MarkedColumn>, absent: boolean): Bits.Bits => {
  const [first] = columns
  if (columns.length !== 1 || !Kernel.takes(first!)) return byCells(length, columns, absent)
  if (!absent) return Kernel.words(first!)
  // The cells that are not marked are looked for: the others are the answer.
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

/** The row numbers from the `skip`-th product on, `limit` at most. */
export const page = (frame: Frame, skip: number, limit: number): Uint32Array => {
  const rows = new Uint32Array(Math.max(0, Math.min(limit, frame.numRows() - skip)))
  let at = 0
  frame.scan((row) => (rows[at++] = row!), false, limit, skip)
  return rows
}

/** Sums of some products by class, in the order of the table's classes; classes without product are not there. */
export interface ClassTotals {
  readonly className: string
  readonly count: number
  /** One for each measure. */
  readonly sums: ReadonlyArray<number>
}

/** Sums of each measure, by row and NaN where there is none, by class. */
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

/** What `groupby("Class")` finds, from the codes: they are the groups already. */
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

/** Arquero's own sums take five times as long. */
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

  /** Arquero wants the number of rows written, whatever the type that it declares says. */
  override write(state: ReturnType<Sums["init"]>, columns: { readonly [name: string]: Array<unknown> }): number {
    columns["count"]!.push(state.count)
    columns["sums"]!.push(state.sums)
    return 1
  }
}
