import { Reducer, table as arquero } from "arquero"
import type { AuthoredMeasure } from "./AuthoredMeasure.ts"
import type { ProductTable } from "./ProductTable.ts"
import { bitSet, type Selection } from "./Selection.ts"

/** Sums of some products by class, in the order of the table's classes; classes without product are not there. */
export interface ClassTotals {
  readonly className: string
  readonly count: number
  /** One for each measure. */
  readonly sums: ReadonlyArray<number>
}

/** Sums of each measure by class, through Arquero. */
export const byClass = (
  table: ProductTable,
  { bits }: Selection,
  measures: ReadonlyArray<Pick<AuthoredMeasure, "values">>
): ReadonlyArray<ClassTotals> => {
  const { classes } = table.structure
  const columns = measures.map(({ values }) => values)
  const keys = table.reference("class").codes!.subarray(0, table.count)
  const rows = table.once("classes of rows", () => arquero({ class: keys as unknown as Array<unknown> }))
  const groups = { keys: keys as Uint32Array, size: classes.length, names: [], get: [], rows: [] }
  const sums = rows.create({ filter: bitSet(bits, table.count), groups }).reduce(new Sums(columns))
  const count = sums.column("count") as unknown as ArrayLike<number>
  const sumOf = columns.map((_, i) => sums.column(`sum${i}`) as unknown as ArrayLike<number>)
  return classes
    .map((className, i) => ({ className, count: count[i]!, sums: sumOf.map((column) => column[i]!) }))
    .filter((of) => of.count > 0)
}

class Sums extends Reducer {
  constructor(private readonly columns: ReadonlyArray<Float64Array>) {
    super(["count", ...columns.map((_, i) => `sum${i}`)])
  }

  override init(): Float64Array {
    return new Float64Array(this.columns.length + 1)
  }

  override add(state: Float64Array, row: number): void {
    state[0]!++
    for (let i = 0; i < this.columns.length; i++) {
      const value = this.columns[i]![row]!
      if (value === value) state[i + 1]! += value
    }
  }

  /** Arquero wants the number of rows written, whatever the type that it declares says. */
  override write(state: Float64Array, values: { readonly [column: string]: Array<number> }): number {
    values["count"]!.push(state[0]!)
    for (let i = 0; i < this.columns.length; i++) values[`sum${i}`]!.push(state[i + 1]!)
    return 1
  }
}
