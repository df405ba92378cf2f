import type { EditedAttribute, EditedValue, OwnDeleted } from "../../../domain/edits/Edit.ts"
import type { ByGuid, Overlay } from "../../query/Overlay.ts"
import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as EditedColumn from "./EditedColumn.ts"
import * as EditedReferences from "./EditedReferences.ts"
import * as EditedValues from "./EditedValues.ts"
import { editedRows } from "./EditedRows.ts"

/**
 * The edits of a table as columns. It survives `structuredClone`, which does not copy the bytes because they are
 * shared.
 */
export interface Edits {
  /** The edited columns, each a `LoneColumn` in shared memory. */
  readonly columns: ReadonlyArray<Uint8Array>
  readonly deleted: Bits.Bits | null
  /** The names of additional units, numbered after those of the table. */
  readonly units: ReadonlyArray<string>
}

/**
 * Returns the columns of a table that edits change. Each is cached by the edits of its cells, so later overlays with
 * the same edits reuse the bytes.
 */
export const editsOf = (table: ProductTable, overlay: Overlay): Edits => {
  const columns: Array<Uint8Array> = []
  const put = (cells: object, make: () => Uint8Array | null): void => {
    const bytes = table.once("edited", make, cells)
    if (bytes !== null) columns.push(bytes)
  }
  const unitNames = [...table.units.map(({ name }) => name), ...overlay.units]
  // If several units have the same name, the first one is used.
  const unitOf = new Map(unitNames.map((name, i) => [name, i] as const).toReversed())
  for (const [key, cells] of overlay.properties) put(cells, () => property(table, key, cells, unitNames, unitOf))
  for (const [name, cells] of overlay.attributes) put(cells, () => attribute(table, name, cells))
  const { codes, locations, materials } = overlay
  put(locations, () => EditedReferences.locations(table, locations))
  put(materials, () => EditedReferences.materials(table, materials))
  put(codes, () => EditedReferences.codes(table, codes))
  const deleted = table.once("edited", () => deletedOf(table, overlay.deleted), overlay.deleted)
  return { columns, deleted, units: overlay.units }
}

/** Returns the edited column of a property, or null if no product of the table is edited. */
const property = (
  table: ProductTable,
  key: string,
  cells: ByGuid<EditedValue | OwnDeleted>,
  unitNames: ReadonlyArray<string>,
  unitOf: ReadonlyMap<string | null, number>
): Uint8Array | null => {
  const { now, rows } = editedRows(table, cells)
  if (rows.length === 0) return null
  const [set, name] = key.split("\0") as [string, string]
  const index = table.indexOf(set, name)
  const column = index === -1 ? null : table.property(index).column
  /** Returns the unit of a cell if it has no name. It tells what the cell measures. */
  const namelessUnit = (row: number): number => {
    const key = column?.keyOf(row) ?? -1
    const unit = key === -1 ? -1 : column!.unitOf(key)
    return table.units[unit]?.name === "" ? unit : -1
  }
  const values = new EditedValues.NewValues()
  const places = now.map((now, i) =>
    "deleted" in now
      ? EditedColumn.OWN_DELETED
      : values.add(EditedValues.of(now, now.unit === null ? namelessUnit(rows[i]!) : (unitOf.get(now.unit) ?? -1)))
  )
  return EditedColumn.write(
    {
      rows: table.count,
      index: ColumnRecord.FIRST_PROPERTY,
      column,
      set,
      name,
      quantity: now.some((now) => "quantity" in now && now.quantity),
      unitNames
    },
    { rows, places, values: values.list }
  )
}

/** The value of PredefinedType for which the type's value is shown instead. */
const notDefined = "NOTDEFINED"

/**
 * Returns the edited column of an attribute, or null if no product of the table is edited. An empty text deletes the
 * own value.
 */
const attribute = (table: ProductTable, name: EditedAttribute, cells: ByGuid<string | null>): Uint8Array | null => {
  const { now, rows } = editedRows(table, cells)
  if (rows.length === 0) return null
  const values = new EditedValues.NewValues()
  const index = ColumnRecord.attributes.indexOf(name)
  const column = table.attribute(name)
  const typed = name === "PredefinedType" && now.includes(notDefined) ? rowsOfTypes(column) : null
  const places = now.map((now, i) =>
    now === null || now === "" || (now === notDefined && typed?.has(rows[i]!) === true)
      ? EditedColumn.OWN_DELETED
      : values.add(EditedValues.ofText(now))
  )
  return EditedColumn.write(
    { rows: table.count, index, column, set: "", name: "", quantity: false, unitNames: [] },
    { rows, places, values: values.list }
  )
}

/** Returns the rows for which the type has a value. */
const rowsOfTypes = (column: Column): ReadonlySet<number> => {
  const rows = new Set(column.hiddenCells().rows)
  column.forEachCell((row, cell) => {
    if (column.isOfType(cell)) rows.add(row)
  })
  return rows
}

const deletedOf = (table: ProductTable, guids: ReadonlySet<string>): Bits.Bits | null => {
  const { rows } = editedRows(table, new Map(guids.keys().map((guid) => [guid, true])))
  if (rows.length === 0) return null
  const bits = new Uint32Array(new SharedArrayBuffer(Bits.none(table.count).byteLength))
  for (const row of rows) Bits.add(bits, row)
  return bits
}
