import { calculated } from "../../../api/Calculate.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { Condition, Measured, QuantityResult, Row } from "../../../api/Views.ts"
import { fieldsOf } from "../Bars.ts"
import { valueOf } from "../Cells.ts"
import { allRows, chosenBy } from "../Rows.ts"
import type { Measure } from "./Sheet.ts"
import type { MeasuredProduct } from "./Summed.ts"

/** Origins of the values of calculators that count: those of the file before computed ones, or only one kind. */
export const origins = ["both", "authored", "computed"] as const
export type Origin = (typeof origins)[number]

const numberOf = (cell: unknown): number | null => {
  const value = valueOf(cell)
  return typeof value === "number" ? value : null
}

const fieldsFor = (keys: ReadonlyArray<string>, columns: ReadonlyArray<Measure>): ReadonlyArray<string> => [
  ...new Set([
    "Guid",
    ...keys.flatMap(fieldsOf),
    ...columns.flatMap((column) => ("property" in column ? [column.property] : []))
  ])
]

const productOf = (
  row: Row,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  calculatedIn: (calculator: string) => number | null
): MeasuredProduct => ({
  keys: keys.flatMap(fieldsOf).map((field) => valueOf(row[field])),
  values: columns.map((column) =>
    "calculator" in column ? calculatedIn(column.calculator) : numberOf(row[column.property])
  )
})

/** Reads products with the values of calculators that the file gives, or those that were computed from shapes. */
export const readByOrigin = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  origin: Origin,
  signal: AbortSignal
): Promise<Answer<{ readonly products: ReadonlyArray<MeasuredProduct>; readonly units: QuantityResult["units"] }>> => {
  const calculators = columns.flatMap((column) => ("calculator" in column ? [column.calculator] : []))
  const query = { filters, sort: null, columns: [] }
  const [rows, result] = await Promise.all([
    allRows(base, query, fieldsFor(keys, columns), signal),
    calculated<QuantityResult>(`${base}/products/quantities`, { calculators, ...chosenBy(base, filters) }, signal)
  ])
  if ("code" in rows) return { failure: rows }
  if ("code" in result) return { failure: result }
  const wanted = origin === "authored" ? "Authored" : "Computed"
  const byGuid = new Map(result.products.map((product) => [product.Guid, product]))
  const products = rows.map((row) => {
    const found = byGuid.get(String(row["Guid"]))
    return productOf(row, keys, columns, (calculator) => {
      const measured = found?.[calculator] as Measured | undefined
      return measured?.origin === wanted ? measured.value : null
    })
  })
  return { value: { products, units: result.units } }
}

/** Products of a version, by GlobalId. */
export type Version = ReadonlyMap<string, MeasuredProduct>

/** Reads the products of a version with sums of properties; null is the latest with the user's own changes. */
export const readVersion = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  version: string | null,
  signal: AbortSignal
): Promise<Version | Failure> => {
  const rows = await allRows(base, { filters, sort: null, columns: [] }, fieldsFor(keys, columns), signal, version)
  if ("code" in rows) return rows
  return new Map(rows.map((row) => [String(row["Guid"]), productOf(row, keys, columns, () => null)]))
}
