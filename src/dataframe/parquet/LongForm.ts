import type { Scalar } from "../../domain/products/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import * as Bits from "../table/Bits.ts"
import type { Column } from "../table/Column.ts"
import { attributes } from "../table/ColumnRecord.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { none, RowGroup } from "./RowGroup.ts"

/** One property or attribute: its distinct values are numbered below `keys`, or each cell has a number of its own. */
interface Source {
  readonly set: string | null
  readonly name: string
  readonly column: Column
  readonly keys: number
  /** Puts a distinct value into the group. */
  readonly learn: (key: number, group: RowGroup) => void
}

const learnScalar = (key: number, value: Scalar, group: RowGroup): void => {
  if (typeof value === "string") group.learn(key, group.text.once(value), none)
  else if (typeof value === "boolean")
    group.learn(key, group.text.once(String(value)), group.number.once(Number(value)))
  else group.learn(key, none, value === null ? none : group.number.once(value))
}

/** A column with more texts shares few of them with others: they are not looked for. */
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

/** Attributes first, then the properties by set and name. */
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

/** How many rows the long form of a table has at most: those of deleted products count. */
export const longRows = (table: ProductTable): number =>
  sourcesOf(table).reduce((sum, source) => sum + source().column.count, 0)

/** Where a column has a cell for at least one product in so many, all products are gone through, else its own are sorted. */
const dense = 16

/** Gives the cells of a column in the order of the GlobalIds of their products. */
class Cells {
  readonly places: Uint32Array
  private readonly placeOf: ArrayLike<number>
  private readonly at: Uint32Array
  private readonly deleted: Bits.Bits | null
  count = 0

  constructor(table: ProductTable) {
    // Codes of a dictionary are in the order of its texts: the code of a GlobalId is its place among all.
    this.placeOf = table.attribute("Guid").codes!
    this.places = new Uint32Array(table.count)
    this.at = new Uint32Array(table.count)
    this.deleted = table.deleted
  }

  /** The places of the products of a column, ascending: the first `count` of `places`. */
  take(column: Column): void {
    const { at, deleted, placeOf, places } = this
    const isDense = column.count * dense >= places.length
    let count = 0
    column.forEachCell((row, cell) => {
      if (deleted !== null && Bits.has(deleted, row)) return
      const place = placeOf[row]!
      at[place] = cell + 1
      places[count++] = place
    })
    if (isDense) {
      for (let place = 0, next = 0; next < count; place++) if (at[place] !== 0) places[next++] = place
    } else places.subarray(0, count).sort()
    this.count = count
  }

  /** The cell at a place of the column that was taken last; it can be asked for once. */
  cellAt(place: number): number {
    const cell = this.at[place]! - 1
    this.at[place] = 0
    return cell
  }
}

/**
 * Every visible value of a table in groups, sorted by property set (attributes first), property and GlobalId, by code
 * points. What values of types hide is left out, and so are products that were deleted.
 *
 * @param most.rows of a group
 * @param most.textBytes of values and names of a group, each counted once: it ends with the one that comes to so many.
 * Where a column alone has more it ends with as many as that has, as far as `most.columnBytes`: else texts that come in
 * turns would be written again for every few rows.
 * Gives: the same object each time, with other rows.
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
