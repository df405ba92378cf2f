import { calculated } from "../../../api/Calculate.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Condition, Measured, QuantityResult, Row } from "../../../api/Views.ts"
import { fieldsOf } from "../Bars.ts"
import { valueOf } from "../Cells.ts"
import { unitsSeen } from "../Query.ts"
import { allRows, chosenBy } from "../Rows.ts"
import type { Measure } from "./Sheet.ts"
import type { MeasuredProduct } from "./Summed.ts"
import { type Version, versionOf } from "./VersionSums.ts"

/** Origins of the values of calculators that count: those of the file before computed ones, or only one kind. */
export const origins = ["both", "authored", "computed"] as const
export type Origin = (typeof origins)[number]

const numberOf = (cell: unknown): number | null => {
  const value = valueOf(cell)
  return typeof value === "number" ? value : null
}

const queryOf = (filters: ReadonlyArray<Condition>) => ({ filters, sort: null, columns: [] })

/**
 * Reads the products of the latest version with the values of calculators that the file gives, or those that were
 * computed from shapes. Numbers of properties are in the units that are shown.
 */
export const readByOrigin = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  origin: Origin,
  signal: AbortSignal
): Promise<ReadonlyArray<MeasuredProduct> | Failure> => {
  const calculators = columns.flatMap((column) => ("calculator" in column ? [column.calculator] : []))
  const properties = columns.flatMap((column) => ("property" in column ? [column.property] : []))
  const fields = keys.flatMap(fieldsOf)
  const [rows, result] = await Promise.all([
    allRows(base, queryOf(filters), [...new Set(["Guid", ...fields, ...properties])], signal, null),
    calculated<QuantityResult>(`${base}/products/quantities`, { calculators, ...chosenBy(base, filters) }, signal)
  ])
  if ("code" in rows) return rows
  if ("code" in result) return result
  const wanted = origin === "authored" ? "Authored" : "Computed"
  const byGuid = new Map(result.products.map((product) => [product.Guid, product]))
  const calculatedOf = (row: Row, calculator: string): number | null => {
    const measured = byGuid.get(String(row["Guid"]))?.[calculator] as Measured | undefined
    return measured?.origin === wanted ? measured.value : null
  }
  return rows.map((row) => ({
    keys: fields.map((field) => valueOf(row[field])),
    values: columns.map((column) =>
      "calculator" in column ? calculatedOf(row, column.calculator) : numberOf(row[column.property])
    )
  }))
}

/**
 * Reads the products of a version with properties in SI, because versions may have different units; null is the latest
 * with the user's own changes. Filters compare numbers in the units that are shown, so they choose in a request of
 * their own unless these are SI too.
 */
export const readVersion = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  properties: ReadonlyArray<string>,
  version: string | null,
  signal: AbortSignal
): Promise<Version | Failure> => {
  const ofValues = unitsSeen(base) === "SI" ? filters : []
  const [rows, values] = await Promise.all([
    allRows(base, queryOf(filters), [...new Set(["Guid", ...keys.flatMap(fieldsOf)])], signal, version),
    properties.length === 0
      ? []
      : allRows(base, queryOf(ofValues), [...new Set(["Guid", ...properties])], signal, version, "SI")
  ])
  if ("code" in rows) return rows
  return "code" in values ? values : versionOf(rows, values, keys, properties)
}
