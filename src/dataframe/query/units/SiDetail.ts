import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { NameGroup, ProductTable, Shown, TableProperty } from "../../table/ProductTable.ts"
import { Detail } from "../../table/PropertyWriter.ts"
import { kindIn, type SiUnits } from "./SiColumn.ts"

/**
 * Returns the kinds and the unit that properties of a name show in SI, in order of precedence, in the products that are
 * not deleted. Nothing is converted for it.
 */
export const shownInSi = (
  table: ProductTable,
  units: SiUnits,
  members: ReadonlyArray<TableProperty>,
  exceptions: NameGroup["exceptions"]
): Shown => {
  const detail = new Detail(table.units.map(({ name }, i) => units[i]?.name ?? name))
  const { deleted } = table
  const isLeft = (row: number): boolean => deleted === null || !Bits.has(deleted, row)
  const add = (column: Column, key: number): void => {
    if (column.plain !== null && Number.isNaN(column.plain[key]!)) return
    const unit = column.unitOf(key)
    detail.add(kindIn(column.kindOf(key), units[unit] ?? null), unit)
  }
  const [first] = members as [TableProperty]
  if (members.length === 1) {
    const { codes } = first.column
    first.column.forEachCell((row, cell) => {
      if (isLeft(row)) add(first.column, codes === null ? cell : codes[cell]!)
    })
  } else {
    for (const [row, { column }] of shownOf(table.count, members, exceptions).entries()) {
      if (isLeft(row)) add(column, column.keyOf(row))
    }
  }
  return { kindMask: detail.kindMask, unit: Math.max(detail.unit, ColumnRecord.UNIT_NONE) }
}

/** Returns the property that a row shows, for each row that has one of them. */
const shownOf = (
  count: number,
  members: ReadonlyArray<TableProperty>,
  exceptions: NameGroup["exceptions"]
): ReadonlyMap<number, TableProperty> => {
  const placeOf = new Int32Array(count).fill(-1)
  for (const [place, { column }] of members.entries().toArray().reverse()) {
    column.forEachCell((row) => (placeOf[row] = place))
  }
  const shown = new Map<number, TableProperty>()
  for (const [row, place] of placeOf.entries()) {
    if (place !== -1) shown.set(row, exceptions.get(row)?.[0] ?? members[place]!)
  }
  return shown
}
