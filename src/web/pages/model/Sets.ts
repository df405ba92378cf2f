import type { Row } from "../../api/Views.ts"
import { unitOf } from "./Units.ts"
import type { Fields } from "./Fields.ts"

/** Property of a product, with the symbol of its unit. */
export interface Line {
  readonly name: string
  /** Field that holds the property. */
  readonly field: string
  readonly cell: unknown
  readonly unit: string
}

const isProperty = (cell: unknown): cell is { readonly PropertySet: string | null; readonly Value: unknown } =>
  typeof cell === "object" && cell !== null && "PropertySet" in cell

/**
 * Returns a product's properties by property set; attributes are under "". A property with several names is listed
 * once.
 */
export const bySet = (row: Row, fields: Fields): ReadonlyMap<string, ReadonlyArray<Line>> => {
  const sets = new Map<string, Map<string, Line>>([["", new Map()]])
  for (const [field, cell] of Object.entries(row)) {
    if (!isProperty(cell)) continue
    const set = cell.PropertySet ?? ""
    // A property without set and value is one that this product does not have.
    if (set === "" && cell.Value === null) continue
    const name = set !== "" && field.startsWith(`${set}.`) ? field.slice(set.length + 1) : field
    const lines = sets.get(set) ?? new Map<string, Line>()
    sets.set(set, lines)
    if (!lines.has(name)) lines.set(name, { name, field, cell, unit: unitOf(fields.details.get(field)?.unit ?? null) })
  }
  return new Map(Array.from(sets, ([set, lines]) => [set, [...lines.values()]]))
}
