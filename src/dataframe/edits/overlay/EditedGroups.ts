import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import { isPreferred } from "../../table/NameGroupWriter.ts"
import type { NameGroup, ProductTable, Shown, TableProperty } from "../../table/ProductTable.ts"
import { Detail } from "../../table/PropertyWriter.ts"

/** The deleted products: rows, ascending, and the same as bits. */
export interface DeletedRows {
  readonly bits: Bits.Bits
  readonly rows: ReadonlyArray<number>
}

/** The properties of a table after edits: those of `base`, followed by new ones. */
export interface EditedProperties {
  readonly base: ProductTable
  /** All properties by index. */
  readonly all: ReadonlyArray<TableProperty>
  /** The properties that some product has. */
  readonly left: ReadonlySet<TableProperty>
  readonly deleted: DeletedRows
  readonly unitNames: ReadonlyArray<string>
}

/** Returns the groups of properties that share a name. */
export const groups = (properties: EditedProperties): ReadonlyMap<string, NameGroup> => {
  const found = new Map<string, NameGroup>()
  for (const [name, ofName] of Map.groupBy(properties.all, ({ name }) => name)) {
    const left = ofName.filter((property) => properties.left.has(property))
    if (left.length > 1) found.set(name, group(properties, name, ofName, left))
  }
  return found
}

const group = (
  properties: EditedProperties,
  name: string,
  ofName: ReadonlyArray<TableProperty>,
  left: ReadonlyArray<TableProperty>
): NameGroup => {
  const { all, base, deleted } = properties
  const before = base.groups.get(name)
  const isAsBefore = ofName.every((property) => property === baseOf(base, property))
  if (isAsBefore && before !== undefined && left.length === ofName.length && !touches(deleted, left)) return before
  const isLeft = (property: TableProperty): boolean => properties.left.has(property)
  const now = (of: ReadonlyArray<TableProperty>) => of.map(({ index }) => all[index]!).filter(isLeft)
  const old = before?.members ?? ofName.filter(({ index }) => index < base.propertyCount)
  const members = [...now(old), ...left.filter(({ index }) => index >= base.propertyCount)]
  const exceptions = new Map<number, ReadonlyArray<TableProperty>>()
  for (const [row, order] of before?.exceptions ?? []) {
    const kept = now(order)
    if (kept.length > 0) exceptions.set(row, kept)
  }
  const placeOf = placesOf(members)
  const usual = placesOf(old)
  for (const row of movedRows(base, ofName)) {
    const order = before?.exceptions.get(row)
    const places = inOrder(row, order === undefined ? usual : placesOf(order), base, left)
    if (isSorted(places.map(({ index }) => placeOf.get(index)!))) exceptions.delete(row)
    else exceptions.set(row, places)
  }
  let known: (Shown & { readonly overlap: boolean }) | null = null
  const shown = () => (known ??= shownBy(properties, members, exceptions))
  return {
    members,
    exceptions,
    get overlap() {
      return shown().overlap
    },
    get kindMask() {
      return shown().kindMask
    },
    get unit() {
      return shown().unit
    }
  }
}

/** Returns the position of each property in a list, by its index. */
const placesOf = (list: ReadonlyArray<TableProperty>): ReadonlyMap<number, number> =>
  new Map(list.map(({ index }, place) => [index, place]))

const baseOf = (base: ProductTable, { index }: TableProperty): TableProperty | null =>
  index < base.propertyCount ? base.property(index) : null

/** Returns the rows whose cell was added or removed by edits, or whose level changed between occurrence and type. */
const movedRows = (base: ProductTable, properties: ReadonlyArray<TableProperty>): ReadonlySet<number> => {
  const rows = new Set<number>()
  for (const property of properties) {
    const old = baseOf(base, property)?.column ?? null
    if (old === property.column) continue
    const was = old === null ? new Uint8Array(base.count) : levelsOf(old)
    const is = levelsOf(property.column)
    for (let row = 0; row < was.length; row++) if (was[row] !== is[row]) rows.add(row)
  }
  return rows
}

/** Returns the level of each row's cell: 0 = no cell, 1 = from the occurrence, 2 = from the type. */
const levelsOf = (column: Column): Uint8Array => {
  const levels = new Uint8Array(column.length)
  column.forEachCell((row, cell) => {
    levels[row] = column.isOfType(cell) ? 2 : 1
  })
  return levels
}

const levelOf = ({ column }: TableProperty, row: number): number => {
  const cell = column.cellOf(row)
  return cell === -1 ? 0 : column.isOfType(cell) ? 2 : 1
}

/**
 * Returns the properties of a row in order of precedence. Of equal precedence, those whose cell is at the same level as
 * before keep their order, and the others follow.
 */
const inOrder = (
  row: number,
  before: ReadonlyMap<number, number>,
  base: ProductTable,
  left: ReadonlyArray<TableProperty>
): ReadonlyArray<TableProperty> => {
  const rankOf = (property: TableProperty): number => {
    const old = baseOf(base, property)
    return old !== null && levelOf(old, row) === levelOf(property, row)
      ? (before.get(property.index) ?? -1)
      : before.size
  }
  const weightOf = (property: TableProperty): number =>
    (levelOf(property, row) === 2 ? 2 : 0) + (isPreferred(property.set) ? 0 : 1)
  return left
    .filter((property) => levelOf(property, row) !== 0)
    .map((property) => ({ property, rank: rankOf(property), weight: weightOf(property) }))
    .sort((a, b) => a.weight - b.weight || a.rank - b.rank || a.property.index - b.property.index)
    .map(({ property }) => property)
}

const isSorted = (places: ReadonlyArray<number>): boolean =>
  places.every((place, i) => i === 0 || place > places[i - 1]!)

/** Returns whether a deleted product has one of the properties. */
export const touches = ({ rows }: DeletedRows, properties: ReadonlyArray<TableProperty>): boolean =>
  rows.some((row) => properties.some(({ column }) => column.cellOf(row) !== -1))

/** Returns whether a product that is not deleted has a cell. */
export const isLeft = (column: Column, { bits, rows }: DeletedRows): boolean => {
  if (column.count === 0 || column.count > rows.length) return column.count > 0
  let found = false
  column.forEachCell((row) => {
    if (!Bits.has(bits, row)) found = true
  })
  return found
}

/**
 * Returns the kinds and unit that a property shows in the remaining products. `most` is the result for all products;
 * the scan stops once it is reached, which is usually soon.
 */
export const shownOf = (
  { base, deleted, unitNames }: EditedProperties,
  { column }: TableProperty,
  most: Shown
): Shown => {
  const detail = new Detail(unitNames)
  const shown = (): Shown => ({ kindMask: detail.kindMask, unit: Math.max(detail.unit, ColumnRecord.UNIT_NONE) })
  for (let row = 0; row < base.count; row++) {
    if (Bits.has(deleted.bits, row)) continue
    addTo(detail, column, row)
    const { kindMask, unit } = shown()
    if (kindMask === most.kindMask && unit === most.unit) return most
  }
  return shown()
}

const addTo = (detail: Detail, column: Column, row: number): void => {
  const key = column.keyOf(row)
  if (key === -1 || (column.plain !== null && Number.isNaN(column.plain[key]!))) return
  detail.add(column.kindOf(key), column.unitOf(key))
}

/** Returns what a shared name shows in the remaining products. */
const shownBy = (
  { base, deleted, unitNames }: EditedProperties,
  members: ReadonlyArray<TableProperty>,
  exceptions: NameGroup["exceptions"]
): Shown & { readonly overlap: boolean } => {
  /** The index + 1 of the member that takes precedence, by row; 0 for none. */
  const first = new Uint32Array(base.count)
  let overlap = false
  for (let m = members.length - 1; m >= 0; m--) {
    members[m]!.column.forEachCell((row) => {
      if (Bits.has(deleted.bits, row)) return
      if (first[row] !== 0) overlap = true
      first[row] = m + 1
    })
  }
  const placeOf = placesOf(members)
  for (const [row, [best]] of exceptions) if (first[row] !== 0) first[row] = placeOf.get(best!.index)! + 1
  const detail = new Detail(unitNames)
  for (let row = 0; row < first.length; row++) {
    if (first[row] !== 0) addTo(detail, members[first[row]! - 1]!.column, row)
  }
  return { overlap, kindMask: detail.kindMask, unit: Math.max(detail.unit, ColumnRecord.UNIT_NONE) }
}
