import type { Row } from "../../../api/Views.ts"
import { fieldsOf } from "../Bars.ts"
import { valueOf } from "../Cells.ts"
import { keysIn } from "./Sheet.ts"
import type { MeasuredProduct } from "./Summed.ts"

/** The products of a version. */
export interface Version {
  /** By GlobalId. Their keys are those of `keysIn`. */
  readonly products: ReadonlyMap<string, MeasuredProduct>
  /** The units of the numbers of each property; null is in it if some have none. */
  readonly units: ReadonlyArray<ReadonlySet<string | null>>
}

const unitOf = (cell: unknown): string | null => (cell as { readonly Unit?: string | null } | null)?.Unit ?? null

/**
 * Joins the products of a version with their values.
 *
 * @param rows the products that match, with the fields of the keys
 * @param values products with the properties and their units, at least those that match
 */
export const versionOf = (
  rows: ReadonlyArray<Row>,
  values: ReadonlyArray<Row>,
  keys: ReadonlyArray<string>,
  properties: ReadonlyArray<string>
): Version => {
  const byGuid = new Map(values.map((row) => [row["Guid"], row]))
  const units = properties.map(() => new Set<string | null>())
  const fields = keys.flatMap(fieldsOf)
  const productOf = (row: Row): MeasuredProduct => ({
    keys: keysIn(
      keys,
      fields.map((field) => valueOf(row[field]))
    ),
    values: properties.map((property, n) => {
      const cell = byGuid.get(row["Guid"])?.[property]
      const value = valueOf(cell)
      if (typeof value !== "number") return null
      units[n]!.add(unitOf(cell))
      return value
    })
  })
  return { products: new Map(rows.map((row) => [String(row["Guid"]), productOf(row)])), units }
}

/**
 * Returns the unit of each property in all of the versions, or the first property whose numbers cannot be added because
 * their units differ.
 */
export const commonUnits = (
  versions: ReadonlyArray<Version>,
  properties: ReadonlyArray<string>
): { readonly units: ReadonlyArray<string | null> } | { readonly apart: string } => {
  const all = properties.map((_, n) => new Set(versions.flatMap(({ units }) => [...units[n]!])))
  const apart = properties.find((_, n) => all[n]!.size > 1)
  return apart === undefined ? { units: all.map(([unit = null]) => unit) } : { apart }
}
