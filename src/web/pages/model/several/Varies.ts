import type { Row } from "../../../api/Views.ts"
import { valueOf } from "../table/Cells.ts"
import type { Fields } from "../Fields.ts"
import { bySet, type Line } from "../properties/Sets.ts"

/** Number of distinct values of a property among products, and of products that have one. */
export interface Spread {
  readonly distinct: number
  readonly measured: number
}

/** A property of several products. */
export interface SharedLine extends Line {
  /** Name that reaches the property of this set alone. */
  readonly field: string
}

/** Returns the field that reaches a property of one set, whatever other sets have a property of that name. */
const qualifiedIn = (set: string, { field, name }: Line): string => (set === "" ? field : `${set}.${name}`)

/** Fields with a form of their own, shown above the properties. */
const forms = ["Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]

/**
 * Returns the properties of several products by property set, each once; those without set are under "". The cell of a
 * property is that of the first product with a value.
 */
export const linesOf = (rows: ReadonlyArray<Row>, fields: Fields): ReadonlyMap<string, ReadonlyArray<SharedLine>> => {
  const sets = new Map<string, Map<string, SharedLine>>([["", new Map()]])
  for (const name of forms) {
    const cell = rows.find((row) => valueOf(row[name]) !== null)?.[name] ?? rows[0]?.[name]
    sets.get("")!.set(name, { name, field: name, cell, unit: "" })
  }
  for (const row of rows) {
    for (const [set, lines] of bySet(row, fields)) {
      const known = sets.getOrInsertComputed(set, () => new Map<string, SharedLine>())
      for (const line of lines) {
        const before = known.get(line.name)
        if (before === undefined || (valueOf(before.cell) === null && valueOf(line.cell) !== null)) {
          known.set(line.name, { ...line, field: qualifiedIn(set, line) })
        }
      }
    }
  }
  return new Map(Array.from(sets, ([set, lines]) => [set, [...lines.values()]]))
}

/** Returns the fields that none of the lines reaches: those that only other products may have. */
export const unreached = (
  fields: Fields,
  lines: ReadonlyMap<string, ReadonlyArray<SharedLine>>
): ReadonlyArray<string> => {
  const reached = new Set(["Guid", ...forms])
  for (const [set, ofSet] of lines) {
    for (const { field, name } of ofSet) {
      reached.add(field)
      reached.add(set === "" ? field : name)
    }
  }
  return fields.names.filter((name) => !reached.has(name))
}

/**
 * Returns the fields of lines whose spread is unknown. Forms add properties that none of the read products has; others
 * may have them.
 */
export const unknownIn = (
  sets: ReadonlyMap<string, ReadonlyArray<Line>>,
  spreads: ReadonlyMap<string, Spread>
): ReadonlyArray<string> =>
  [...sets.values()].flatMap((lines) => lines.flatMap(({ field }) => (spreads.has(field) ? [] : [field])))

/**
 * Returns the field whose values are counted for a property. Groups take the name of material layer sets (contract
 * section 13), but the page shows their layers, and sets of one name or without a name can differ in these.
 */
export const countedAs = (field: string): string => (field === "MaterialLayerSet" ? "MaterialLayerSet.Layers" : field)

/** Returns the number of different values of a property among products; no value counts as one. */
export const kindsOf = ({ distinct, measured }: Spread, products: number): number =>
  distinct + (measured < products ? 1 : 0)
