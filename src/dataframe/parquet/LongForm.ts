import type { Scalar } from "../../domain/products/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import { none } from "../../parquet/CodeColumn.ts"
import type { Column } from "../table/Column.ts"
import { attributes } from "../table/ColumnRecord.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { Cells } from "./Cells.ts"
import { RowGroup } from "./RowGroup.ts"

/** A property or attribute. Its distinct values have keys below `keys`, or each cell has a number of its own. */
interface Source {
  readonly set: string | null
  readonly name: string
  readonly column: Column
  readonly keys: number
  /** Adds a distinct value to the dictionaries of the group. */
  readonly learn: (key: number, group: RowGroup) => void
}

const learnScalar = (key: number, value: Scalar, group: RowGroup): void => {
  if (typeof value === "string") group.learn(key, group.text.once(value), none)
  else if (typeof value === "boolean")
    group.learn(key, group.text.once(String(value)), group.number.once(Number(value)))
  else group.learn(key, none, value === null ? none : group.number.once(value))
}

/**
 * The most texts of a column that are deduplicated against other columns. Larger columns share few texts with others.
 */
const fewTexts = 256

const sourceOf = (set: string | null, name: string, column: Column): Source => ({
  set,
  name,
  column,
  keys: column.keys,
  learn: (key, group) => {
    if (key >= column.textCount || column.textCount <= fewTexts) learnScalar(key, column.valueOf(key), group)
    else group.learn(key, group.text.add(column.texts, column.textBase + key), none)
  }
})

/** Returns the attributes, then the properties by set and name. */
const sourcesOf = (table: ProductTable): ReadonlyArray<() => Source> => {
  const { classes } = table.structure
  const classOf = (): Source => ({
    set: null,
    name: "Class",
    column: table.reference("class"),
    keys: classes.length,
    learn: (key, group) => learnScalar(key, classes[key]!, group)
  })
  const own = attributes
    .filter((name) => name !== "Guid")
    .toSorted(compareCodePoints)
    .map((name) => () => sourceOf(null, name, table.attribute(name)))
  const properties = table.properties
    .toSorted((a, b) => compareCodePoints(a.set, b.set) || compareCodePoints(a.name, b.name))
    .map((property) => () => sourceOf(property.set, property.name, property.column))
  return [classOf, ...own, ...properties]
}

/** Returns the most rows that the long form of a table can have; it counts those of deleted products too. */
export const longRows = (table: ProductTable): number =>
  sourcesOf(table).reduce((sum, source) => sum + source().column.count, 0)

/**
 * Generates every visible value of a table in row groups, sorted by property set (attributes first), property and
 * GlobalId, in code point order. Values of types that are hidden by own ones are left out, and so are deleted products.
 * Yields the same object each time, with other rows.
 *
 * @param most.rows the most rows of a group
 * @param most.textBytes the size of the distinct values and names at which a group ends
 * @param most.columnBytes the size up to which that limit is raised for a column that alone has more text; otherwise
 *   alternating texts would be written again every few rows
 */
export function* longForm(
  table: ProductTable,
  most: { readonly rows: number; readonly textBytes: number; readonly columnBytes: number }
): Generator<RowGroup, void, undefined> {
  const cells = new Cells(table)
  const group = new RowGroup(most.rows, table)
  for (const next of sourcesOf(table)) {
    const { column, keys, learn, name, set } = next()
    const { codes, plain } = column
    const mostBytes = Math.max(most.textBytes, Math.min(column.textBytes, most.columnBytes))
    cells.take(column)
    group.begin(set, name, plain === null ? keys : 0)
    for (let i = 0; i < cells.count; i++) {
      const place = cells.places[i]!
      const cell = cells.cellAt(place)
      if (plain !== null) group.addNumber(place, plain[cell]!)
      else {
        const key = codes![cell]!
        if (!group.knows(key)) learn(key, group)
        group.add(place, key)
      }
      if (group.count < most.rows && group.textBytes < mostBytes) continue
      group.end()
      yield group
      group.clear()
    }
    group.end()
  }
  if (group.count > 0) yield group
}
