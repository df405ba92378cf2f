import type { Row } from "../../../api/Views.ts"
import { fieldsOf } from "./Bars.ts"
import { valueOf } from "../table/Cells.ts"
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

/** A column of the sheet: where a product has its value. */
export interface Column {
  /** Returns the fields that may have it; the first one with a number counts. */
  readonly fields: (guid: string, className: string) => ReadonlyArray<string>
  /** The unit without which a number is no value of the column; undefined if any is one. */
  readonly unit?: string | undefined
}

/**
 * Joins the products of a version with their values.
 *
 * @param rows the products that match, with their class and the fields of the keys
 * @param values products with the fields of the columns and their units, at least those that match
 */
export const versionOf = (
  rows: ReadonlyArray<Row>,
  values: ReadonlyArray<Row>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Column>
): Version => {
  const byGuid = new Map(values.map((row) => [row["Guid"], row]))
  const units = columns.map(() => new Set<string | null>())
  const fields = keys.flatMap(fieldsOf)
  const productOf = (row: Row): MeasuredProduct => ({
    keys: keysIn(
      keys,
      fields.map((field) => valueOf(row[field]))
    ),
    values: columns.map(({ fields, unit }, n) => {
      const of = byGuid.get(row["Guid"])
      for (const field of fields(String(row["Guid"]), String(row["Class"]))) {
        const cell = of?.[field]
        const value = valueOf(cell)
        if (typeof value !== "number" || (unit !== undefined && unitOf(cell) !== unit)) continue
        units[n]!.add(unitOf(cell))
        return value
      }
      return null
    })
  })
  return { products: new Map(rows.map((row) => [String(row["Guid"]), productOf(row)])), units }
}

/**
 * Returns the unit of each column in all of the versions, or the name of the first column whose numbers cannot be added
 * because their units differ.
 */
export const commonUnits = (
  versions: ReadonlyArray<Version>,
  columns: ReadonlyArray<string>
): { readonly units: ReadonlyArray<string | null> } | { readonly apart: string } => {
  const all = columns.map((_, n) => new Set(versions.flatMap(({ units }) => [...units[n]!])))
  const apart = columns.find((_, n) => all[n]!.size > 1)
  return apart === undefined ? { units: all.map(([unit = null]) => unit) } : { apart }
}
