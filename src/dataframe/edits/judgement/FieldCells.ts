import { type EditedField, keyOf } from "../../../domain/edits/EditedField.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Forms from "../../query/Forms.ts"
import type { View } from "../../query/View.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** The cells of one field in one table, described by the distinct values of its column. */
export interface FieldCells {
  readonly field: EditedField
  readonly column: Column
  /** Returns a value that is equal for equal cells, also across tables. */
  readonly identity: (key: number) => Scalar
  /** Returns the value that a change shows. For codes it is a text of all guids; see `codesOf`. */
  readonly shown: (key: number) => Scalar
  /** The value of a product without a cell. Undefined if a missing cell differs from every value. */
  readonly absent: Scalar | undefined
  /** Returns whether products with this value have the property or refer to something. Attributes are always there. */
  readonly isThere: (key: number) => boolean
}

const remembered = <A>(of: (key: number) => A): ((key: number) => A) => {
  const known: Array<A | undefined> = []
  return (key) => (known[key] ??= of(key))
}

const simple = (field: EditedField, column: Column, absent: Scalar | undefined): FieldCells => {
  const value = (key: number): Scalar => column.valueOf(key) ?? absent ?? null
  return { field, column, identity: value, shown: value, absent, isThere: () => true }
}

const fieldOf = (kind: EditedField["kind"], name = ""): EditedField => ({ kind, set: "", name })

/** Returns the sorted guids of codes as one text, so that equal lists give equal texts. */
const codesText = (codes: ReadonlyArray<Forms.CodeForm>): string =>
  codes
    .map(({ guid }) => guid)
    .sort()
    .join()

/** Returns the guids in the text that a cell of codes shows. */
export const codesOf = (shown: Scalar): ReadonlySet<string> =>
  new Set(typeof shown === "string" && shown !== "" ? shown.split(",") : [])

/** Returns every field of a table by its key. */
export const fieldsOf = (table: ProductTable, view: View): ReadonlyMap<string, FieldCells> => {
  const forms = Forms.of(table, view)
  const referring = (
    field: EditedField,
    name: ColumnRecord.ReferenceColumn,
    shown: (key: number) => Scalar,
    identity = shown,
    isThere = (key: number) => shown(key) !== null
  ): FieldCells => ({
    field,
    column: table.reference(name),
    identity: remembered(identity),
    shown: remembered(shown),
    absent: null,
    isThere
  })
  const all = [
    ...ColumnRecord.attributes
      .filter((name) => name !== "Guid")
      .map((name) => simple(fieldOf("Attribute", name), table.attribute(name), null)),
    referring(fieldOf("Attribute", "Class"), "class", (key) => table.structure.classes[key]!),
    referring(fieldOf("SpatialLocation"), "location", (key) => forms.places[key]!.shown.SpatialLocationId || null),
    referring(
      fieldOf("Material"),
      "materialSet",
      (key) => forms.materials[key]!.shown.MaterialId,
      (key) => JSON.stringify(forms.materials[key]),
      (key) => forms.materials[key]!.entries.length > 0
    ),
    referring(fieldOf("Code"), "codeSet", (key) => codesText(forms.codeSets[key]!)),
    ...table.properties.map(({ column, name, set }) => simple({ kind: "Property", set, name }, column, undefined))
  ]
  return new Map(all.map((cells) => [keyOf(cells.field), cells]))
}
