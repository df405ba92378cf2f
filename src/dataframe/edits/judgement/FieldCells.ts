import { type EditedField, keyOf } from "../../../domain/edits/EditedField.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Forms from "../../query/Forms.ts"
import type { View } from "../../query/View.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** The cells of one field in one table, by the distinct values of its column. */
export interface FieldCells {
  readonly field: EditedField
  readonly column: Column
  /** What tells a distinct value from others, in whichever table. */
  readonly identity: (key: number) => Scalar
  /** What a change says of it. Of codes, all guids: see `codesOf`. */
  readonly shown: (key: number) => Scalar
  /** What a product without cell has; undefined where that is no value. */
  readonly absent: Scalar | undefined
}

const remembered = <A>(of: (key: number) => A): ((key: number) => A) => {
  const known: Array<A | undefined> = []
  return (key) => (known[key] ??= of(key))
}

const simple = (field: EditedField, column: Column, absent: Scalar | undefined): FieldCells => {
  const value = (key: number): Scalar => column.valueOf(key) ?? absent ?? null
  return { field, column, identity: value, shown: value, absent }
}

const fieldOf = (kind: EditedField["kind"], name = ""): EditedField => ({ kind, set: "", name })

/** Guids of codes in one text, the same for the same ones. */
const codesText = (codes: ReadonlyArray<Forms.CodeForm>): string =>
  codes
    .map(({ guid }) => guid)
    .sort()
    .join()

/** The guids that such a cell shows. */
export const codesOf = (shown: Scalar): ReadonlySet<string> =>
  new Set(typeof shown === "string" && shown !== "" ? shown.split(",") : [])

/** Every field of a table, by its key. */
export const fieldsOf = (table: ProductTable, view: View): ReadonlyMap<string, FieldCells> => {
  const forms = Forms.of(table, view)
  const referring = (
    field: EditedField,
    name: ColumnRecord.ReferenceColumn,
    shown: (key: number) => Scalar,
    identity = shown
  ): FieldCells => ({
    field,
    column: table.reference(name),
    identity: remembered(identity),
    shown: remembered(shown),
    absent: null
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
      (key) => JSON.stringify(forms.materials[key])
    ),
    referring(fieldOf("Code"), "codeSet", (key) => codesText(forms.codeSets[key]!)),
    ...table.properties.map(({ column, name, set }) => simple({ kind: "Property", set, name }, column, undefined))
  ]
  return new Map(all.map((cells) => [keyOf(cells.field), cells]))
}
