import { calculated } from "../../../api/Calculate.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Condition, Measured, QuantityResult, Row } from "../../../api/Views.ts"
import { fieldsOf } from "./Bars.ts"
import { valueOf } from "../table/Cells.ts"
import { unitsSeen } from "../Query.ts"
import { allRows, chosenBy } from "../table/Rows.ts"
import { namesOf } from "../filter/Conditions.ts"
import { authoredIn, fieldsIn, fieldsOfProduct, siUnits } from "./Authored.ts"
import type { Measure } from "./Sheet.ts"
import type { MeasuredProduct } from "./Summed.ts"
import { type Column, type Version, versionOf } from "./VersionSums.ts"

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
 * Reads values in SI of the products that match. Filters compare numbers in the units that are shown: if these are not
 * SI, the products are named instead.
 */
const readValues = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  fields: ReadonlyArray<string>,
  version: string | null,
  rows: Promise<ReadonlyArray<Row> | Failure>,
  signal: AbortSignal
): Promise<ReadonlyArray<Row> | Failure> => {
  if (fields.length === 0) return []
  const read = (chosen: ReadonlyArray<Condition>) =>
    allRows(base, queryOf(chosen), ["Guid", ...fields], signal, version, "SI")
  if (filters.length === 0 || unitsSeen(base) === "SI") return read(filters)
  const matching = await rows
  if ("code" in matching) return matching
  const guids = matching.map((row) => String(row["Guid"]))
  const parts = namesOf(guids).map((part) => read([part]))
  const values: Array<Row> = []
  for (const part of await Promise.all(parts)) {
    if ("code" in part) return part
    for (const row of part) values.push(row)
  }
  return values
}

/**
 * Reads the products of a version with the values of columns in SI, because versions may have different units; null is
 * the latest with the user's own changes.
 */
const readVersion = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Column>,
  fields: ReadonlyArray<string>,
  version: string | null,
  signal: AbortSignal
): Promise<Version | Failure> => {
  const ofRows = [...new Set(["Guid", "Class", ...keys.flatMap(fieldsOf)])]
  const reading = allRows(base, queryOf(filters), ofRows, signal, version)
  const [rows, values] = await Promise.all([reading, readValues(base, filters, fields, version, reading, signal)])
  if ("code" in rows) return rows
  return "code" in values ? values : versionOf(rows, values, keys, columns)
}

/**
 * Reads two versions, an older and a newer one. Calculators have their authored values alone: the service computes
 * quantities from the shapes of the latest version, and keeps none of older ones.
 */
export const readVersions = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  measures: ReadonlyArray<Measure>,
  versions: readonly [older: string, newer: string | null],
  signal: AbortSignal
): Promise<readonly [older: Version, newer: Version] | Failure> => {
  const calculators = measures.flatMap((one) => ("calculator" in one ? [one.calculator] : []))
  const result =
    calculators.length === 0
      ? { products: [] }
      : await calculated<QuantityResult>(
          `${base}/products/quantities`,
          { calculators, ...chosenBy(base, filters) },
          signal
        )
  if ("code" in result) return result
  const fields = new Set<string>()
  const columns = measures.map((measure): Column => {
    if ("property" in measure) {
      fields.add(measure.property)
      return { fields: () => [measure.property] }
    }
    const authored = authoredIn(result.products, measure.calculator)
    for (const field of fieldsIn(authored)) fields.add(field)
    return {
      fields: (guid, className) => fieldsOfProduct(authored, guid, className),
      unit: siUnits[measure.calculator]
    }
  })
  const read = (version: string | null) => readVersion(base, filters, keys, columns, [...fields], version, signal)
  const [older, newer] = await Promise.all(versions.map(read))
  if ("code" in older!) return older
  return "code" in newer! ? newer : [older!, newer!]
}
