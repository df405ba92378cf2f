import type { Scalar } from "../../../domain/products/Filter.ts"
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
  const source = CellSource.make(table, view, names, field, around)
  const { keys, keysOf, single, valueOf } = source
  return { keys, keysOf, single, valueOf, unitOf: CellSource.unitsOf(source, table) }
}

/** Returns the sub-field with the names in place of a form of materials, which is otherwise ordered by its layers. */
const byName = (field: Names.Field): Names.Field =>
  field.kind === "Form" && (field.form === "MaterialLayerSet" || field.form === "MaterialLayers")
    ? { kind: "Member", form: field.form, member: "Name" }
    : field
