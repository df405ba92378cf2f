import type { Row } from "../../../api/Views.ts"
import { unitOf } from "../Units.ts"
import type { Fields } from "../Fields.ts"

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

/** Returns the name of a property with its set; attributes have no set. */
export const fullName = (set: string, name: string): string => (set === "" ? name : `${set}.${name}`)

interface Arranged<L extends Line> {
  readonly pinned: ReadonlyArray<L>
  readonly sets: ReadonlyMap<string, ReadonlyArray<L>>
}

/**
 * Returns the properties that a search finds, the pinned ones apart from the others. Sets without others are left out.
 *
 * @param pins full names
 */
export const arranged = <L extends Line>(
  sets: ReadonlyMap<string, ReadonlyArray<L>>,
  isFound: (set: string, line: L) => boolean,
  pins: ReadonlyArray<string>
): Arranged<L> => {
  const pinned: Array<L> = []
  const others = new Map<string, ReadonlyArray<L>>()
  const isPinned = new Set(pins)
  for (const [set, lines] of sets) {
    const { false: left = [], true: top = [] } = Object.groupBy(
      lines.filter((line) => isFound(set, line)),
      ({ name }) => (isPinned.has(fullName(set, name)) ? "true" : "false")
    )
    pinned.push(...top)
    if (left.length > 0) others.set(set, left)
  }
  return { pinned, sets: others }
}
