import type { Scalar } from "../../../domain/products/Filter.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as CellSource from "../CellSource.ts"
import * as Names from "../Names.ts"
import * as ModelField from "./ModelField.ts"
import type { SeenModel } from "./SeenModel.ts"

/** The values of a field of one table by which products are grouped, or which a function of groups reads. */
export interface GroupSource extends Pick<CellSource.CellSource, "keys" | "keysOf" | "single"> {
  readonly valueOf: (key: number) => Scalar
  /** Returns the name of the unit of a key's value, or null if it has none. */
  readonly unitOf: (key: number) => string | null
}

/** Returns the source of a field; of a field with a form of its own the value is the name. */
export const make = (seen: SeenModel, ofModel: ModelField.ModelField | null, text: string): GroupSource => {
  const around = { head: "", tail: "" }
  if (ofModel !== null) return { ...ModelField.sourceOf(ofModel, seen, around), unitOf: () => null }
  const { table, view } = seen
  const names = Names.of(table, view)
  const field = byName(Names.resolve(names, text))
  const { keys, keysOf, single, valueOf } = CellSource.make(table, view, names, field, around)
  return { keys, keysOf, single, valueOf, unitOf: unitsOf(table, field) }
}

/** Returns the sub-field with the names in place of a form of materials, which is otherwise ordered by its layers. */
const byName = (field: Names.Field): Names.Field =>
  field.kind === "Form" && (field.form === "MaterialLayerSet" || field.form === "MaterialLayers")
    ? { kind: "Member", form: field.form, member: "Name" }
    : field

/**
 * Returns a function that finds the unit of a value by its key in the cell source of the field. A unit without a name
 * stands for a measure without a unit.
 */
const unitsOf = (table: ProductTable, field: Names.Field): GroupSource["unitOf"] => {
  if (field.kind === "Attribute" && ColumnRecord.lengths.includes(field.name)) {
    const unit = table.units[table.structure.lengthUnit]?.name || null
    return () => unit
  }
  if (field.kind !== "Property") return () => null
  // Key 0 is that of rows without the property; behind it are the keys of each property's column.
  const columns = field.properties.map(({ column }) => column)
  return (key) => {
    let start = 1
    for (const column of columns) {
      if (key < start + column.keys) return key < start ? null : table.units[column.unitOf(key - start)]?.name || null
      start += column.keys
    }
    return null
  }
}
