import * as Either from "effect/Either"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import * as AuthoredMeasure from "./AuthoredMeasure.ts"
import * as Bits from "../../table/Bits.ts"
import { type Calculator, computedFor } from "./Calculator.ts"
import * as Frame from "../Frame.ts"
import type { AttributeColumn } from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { allRows } from "../CellKeys.ts"
import { selectIn } from "../SelectionInUnits.ts"
import type { View } from "../View.ts"

/** Measures from geometry. They are used if the model states no value, and to judge the values that it states. */
export interface ComputedMeasures {
  /** Returns the values by row in SI units, NaN for rows without a value, or null if `measure` is unknown. */
  readonly valuesOf: (measure: string) => Float64Array | null
}

export interface QuantityRequest extends Question {
  /** The requested calculators, without duplicates. */
  readonly calculators: ReadonlyArray<Calculator>
  readonly computed: ComputedMeasures | null
}

/** One measure of every product of the table. */
export interface Measure {
  readonly calculator: Calculator
  /** The values in SI units; NaN if there is none. */
  readonly values: Float64Array
  /**
   * The source by row: the index of a property, a mark of `AuthoredMeasure`, or `COMPUTED` minus an index into
   * `computedNames`.
   */
  readonly sources: AuthoredMeasure.Sources
  readonly suspects: Bits.Bits
  /** The sources of computed values that `sources` refers to, such as `Computed.Volume`. */
  readonly computedNames: ReadonlyArray<string>
}

export const COMPUTED = -3

/** The value of each product by the measure or attributes for its class, and the source of the value. */
export interface ComputedValues {
  /** The values in SI units; NaN if there is none. */
  readonly values: Float64Array
  readonly names: ReadonlyArray<string>
  /** The index into `names` by row, or 255 if there is none. */
  readonly which: Uint8Array
}

/** Returns the values that a calculator computes from geometry, if there is any, and from attributes. */
export const computedValues = (
  table: ProductTable,
  { computed }: Calculator,
  measures: ComputedMeasures | null
): ComputedValues => {
  const names: Array<string> = []
  const columns: Array<Float64Array | null> = []
  const add = (name: string, values: () => Float64Array | null): number => {
    const known = names.indexOf(name)
    if (known !== -1) return known
    columns.push(values())
    return names.push(name) - 1
  }
  const ofClass = table.structure.classes.map((className) => {
    const served = computedFor(computed, className)
    if (served?.attributes !== undefined) {
      const { attributes } = served
      return add(attributes.join(" × "), () => products(table, attributes))
    }
    const measure = served?.measure ?? null
    return measure === null
      ? none
      : add(served?.from ?? `Computed.${measure}`, () => measures?.valuesOf(measure) ?? null)
  })
  const classOf = table.reference("class").codes!
  const values = new Float64Array(table.count).fill(Number.NaN)
  const which = new Uint8Array(table.count).fill(none)
  for (let row = 0; row < table.count; row++) {
    const at = ofClass[classOf[row]!]!
    const column = columns[at] ?? null
    if (column === null) continue
    values[row] = column[row]!
    which[row] = at
  }
  return { values, names, which }
}

const none = 255

/** Returns the product of lengths among the attributes, in SI units, NaN if one is missing or not positive. */
const products = (table: ProductTable, attributes: ReadonlyArray<AttributeColumn>): Float64Array => {
  const { toSi } = AuthoredMeasure.unitOf(table, "LENGTHUNIT")
  const columns = attributes.map((name) => table.attribute(name))
  return Float64Array.from({ length: table.count }, (_, row) =>
    columns.reduce((product, column) => {
      const length = column.at(row)
      return typeof length === "number" && length > 0 ? product * length * toSi : Number.NaN
    }, 1)
  )
}

/** The result of a calculation, which `QuantityResult` writes. */
export interface Quantities {
  readonly table: ProductTable
  readonly selection: Frame.Frame
  readonly question: Question
  readonly calculators: ReadonlyArray<Calculator>
  readonly measures: ReadonlyArray<Measure>
  readonly byClass: ReadonlyArray<Frame.ClassTotals>
}

/**
 * Calculates the requested quantities of the products of a view that match every filter.
 *
 * Fails with `InvalidFilter` like `select`.
 */
export const calculate = (
  table: ProductTable,
  view: View,
  { calculators, computed, ...question }: QuantityRequest
): Either.Either<Quantities, InvalidFilter> =>
  Either.map(selectIn(table, view, question), (selection) => {
    const measures = calculators
      .filter(({ unit }) => unit !== null)
      .map((calculator) => measure(table, selection, calculator, computed))
    const isWhole = question.filters.length === 0 && question.where === undefined && computed === null
    const key = `totals ${calculators.map(({ name, version }) => `${name} ${version}`).join()}`
    const values = measures.map(({ values }) => values)
    const totals = (): ReadonlyArray<Frame.ClassTotals> => Frame.byClass(table, selection, values)
    return {
      table,
      selection,
      question,
      calculators,
      measures,
      byClass: isWhole ? table.once(key, totals) : totals()
    }
  })

/**
 * Returns a measure of the selected products: the authored values, or if there are none those from geometry. Rows that
 * are not selected may lack computed values.
 */
const measure = (
  table: ProductTable,
  selection: Frame.Frame,
  calculator: Calculator,
  computed: ComputedMeasures | null
): Measure => {
  const stated = table.once("stated", () => statedMeasure(table, calculator), calculator)
  return computed === null ? stated : completed(table, stated, computed, selection.indices())
}

/** Returns the measure of all products without geometry. It is cached with the table, whose values never change. */
const statedMeasure = (table: ProductTable, calculator: Calculator): Measure => {
  const { authored } = calculator
  const measured = readsAttributes(calculator)
    ? AuthoredMeasure.make(table, authored)
    : AuthoredMeasure.of(table, authored)
  const suspects = suspectsOf(table, calculator, measured)
  const stated = { calculator, ...measured, suspects, computedNames: [] }
  if (!readsAttributes(calculator)) return stated
  const made = completed(table, stated, null, allRows(table.count))
  table.extra.bytes += made.values.byteLength + made.sources.byteLength
  return made
}

const readsAttributes = ({ computed }: Calculator): boolean =>
  computed.some(({ attributes }) => attributes !== undefined)

/** Returns the measure with computed values for those of the rows that have no value. */
const completed = (
  table: ProductTable,
  { calculator, ...stated }: Measure,
  computed: ComputedMeasures | null,
  rows: Iterable<number>
): Measure => {
  const geometry = computedValues(table, calculator, computed)
  const values = stated.values.slice()
  const sources = stated.sources.slice()
  const suspects = stated.suspects.slice()
  for (const row of rows) {
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

/**
 * Returns the values of `measure` alone. Nothing is cached: questions to a project measure the products of many models,
 * and the values would take as much memory as several properties.
 */
export const valuesOf = (
  table: ProductTable,
  selection: Frame.Frame,
  calculator: Calculator,
  computed: ComputedMeasures | null
): Float64Array => {
  const { sources, values } = AuthoredMeasure.make(table, calculator.authored)
  if (computed === null && !readsAttributes(calculator)) return values
  const geometry = computedValues(table, calculator, computed)
  for (const row of selection.indices()) {
    if (sources[row] === AuthoredMeasure.NONE) values[row] = geometry.values[row]!
  }
  return values
}

/** The largest relative difference from the computed value; an authored value that differs by more is suspect. */
const mostDifference = 0.2
/** The factor by which net may exceed gross because of rounding. */
const tolerance = 1 + 1e-9

/**
 * Returns the products with a suspect authored value: it is not positive, its net exceeds its gross, or the same set
 * states it twice with different values.
 */
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
