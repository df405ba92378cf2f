import * as Either from "effect/Either"
import type { Filters, InvalidFilter } from "../../../domain/products/Filter.ts"
import * as AuthoredMeasure from "./AuthoredMeasure.ts"
import * as Bits from "../../table/Bits.ts"
import { type Calculator, measureFor } from "./Calculator.ts"
import * as Frame from "../Frame.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { select } from "../Selection.ts"
import type { View } from "../View.ts"

/** Measures from geometry, which serve where the model says nothing and judge what it says. */
export interface ComputedMeasures {
  /** SI, by row, NaN where geometry gives none; null for a measure that is none. */
  readonly valuesOf: (measure: string) => Float64Array | null
}

export interface QuantityRequest {
  /** Those asked for, each once. */
  readonly calculators: ReadonlyArray<Calculator>
  readonly filters: Filters
  readonly computed: ComputedMeasures | null
}

/** One measure of every product of the table. */
export interface Measure {
  readonly calculator: Calculator
  /** SI; NaN where there is none. */
  readonly values: Float64Array
  /** Index of the property that gave it, or a mark of `AuthoredMeasure`; `COMPUTED` less the index of the measure. */
  readonly sources: AuthoredMeasure.Sources
  readonly suspects: Bits.Bits
  /** Measures of shapes that gave some. */
  readonly computedNames: ReadonlyArray<string>
}

export const COMPUTED = -3

/** The value of each product by the measure that serves its class, and which one that is. */
export interface ComputedValues {
  /** SI; NaN where there is none. */
  readonly values: Float64Array
  readonly names: ReadonlyArray<string>
  /** By row: index into `names`; 255 for none. */
  readonly which: Uint8Array
}

/** What shapes give for a calculator. */
export const computedValues = (
  table: ProductTable,
  { computed }: Calculator,
  measures: ComputedMeasures
): ComputedValues => {
  const served = table.structure.classes.map((name) => measureFor(computed, name))
  const names = [...new Set(served.filter((name) => name !== null))]
  const columns = names.map((name) => measures.valuesOf(name))
  const ofClass = served.map((name) => (name === null ? 255 : names.indexOf(name)))
  const classOf = table.reference("class").codes!
  const values = new Float64Array(table.count).fill(Number.NaN)
  const which = new Uint8Array(table.count).fill(255)
  for (let row = 0; row < table.count; row++) {
    const at = ofClass[classOf[row]!]!
    const column = columns[at] ?? null
    if (column === null) continue
    values[row] = column[row]!
    which[row] = at
  }
  return { values, names, which }
}

/** What a calculation found; `QuantityResult` writes it. */
export interface Quantities {
  readonly table: ProductTable
  readonly selection: Frame.Frame
  readonly filters: Filters
  readonly calculators: ReadonlyArray<Calculator>
  readonly measures: ReadonlyArray<Measure>
  readonly byClass: ReadonlyArray<Frame.ClassTotals>
}

/**
 * The asked-for quantities of the products of a view that match every filter.
 *
 * Fails: `InvalidFilter` as `select` does.
 */
export const calculate = (
  table: ProductTable,
  view: View,
  { calculators, filters, computed }: QuantityRequest
): Either.Either<Quantities, InvalidFilter> =>
  Either.map(select(table, view, filters), (selection) => {
    const measures = calculators
      .filter(({ unit }) => unit !== null)
      .map((calculator) => measure(table, selection, calculator, computed))
    const isWhole = filters.length === 0 && computed === null
    const key = `totals ${calculators.map(({ name, version }) => `${name} ${version}`).join()}`
    const values = measures.map(({ values }) => values)
    const totals = (): ReadonlyArray<Frame.ClassTotals> => Frame.byClass(table, selection, values)
    return {
      table,
      selection,
      filters,
      calculators,
      measures,
      byClass: isWhole ? table.once(key, totals) : totals()
    }
  })

const measure = (
  table: ProductTable,
  selection: Frame.Frame,
  calculator: Calculator,
  computed: ComputedMeasures | null
): Measure => {
  const authored = AuthoredMeasure.of(table, calculator.authored)
  const known = table.once("suspects", () => suspectsOf(table, calculator, authored), calculator)
  if (computed === null) return { calculator, ...authored, suspects: known, computedNames: [] }
  const geometry = computedValues(table, calculator, computed)
  const values = authored.values.slice()
  const sources = authored.sources.slice()
  const suspects = known.slice()
  for (const row of selection.indices()) {
    const value = geometry.values[row]!
    if (Number.isNaN(value)) continue
    if (sources[row] === AuthoredMeasure.NONE) {
      values[row] = value
      sources[row] = COMPUTED - geometry.which[row]!
    } else if (sources[row]! >= 0 && Math.abs(values[row]! - value) > mostDifference * Math.abs(value)) {
      Bits.add(suspects, row)
    }
  }
  return { calculator, values, sources, suspects, computedNames: geometry.names }
}

/** An authored value that differs by more from the computed one is suspect. */
const mostDifference = 0.2
/** Net and gross may differ by what rounding makes of them. */
const tolerance = 1 + 1e-9

/** Authored values that are not positive, whose net exceeds their gross, or that stand twice with different values. */
const suspectsOf = (
  table: ProductTable,
  { pair, authored }: Calculator,
  { values, sources }: AuthoredMeasure.AuthoredMeasure
): Bits.Bits => {
  const suspects = Bits.none(table.count)
  const other = pair === null ? null : AuthoredMeasure.of(table, pair.other).values
  for (let row = 0; row < table.count; row++) {
    const value = values[row]!
    if (!(value > 0) && sources[row]! >= 0) Bits.add(suspects, row)
    if (other === null) continue
    const exceeds = pair!.side === "net" ? value > other[row]! * tolerance : other[row]! > value * tolerance
    if (exceeds) Bits.add(suspects, row)
  }
  table.extra.bytes += suspects.byteLength
  const names = new Set([...authored.byClass.flatMap(({ names }) => names ?? []), ...authored.others])
  for (const property of table.properties) {
    if (!names.has(property.name)) continue
    for (const row of property.column.ambiguousRows()) if (sources[row] === property.index) Bits.add(suspects, row)
  }
  return suspects
}
