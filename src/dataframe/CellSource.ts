import * as DerivedUuid from "../domain/DerivedUuid.ts"
import type { Column } from "./Column.ts"
import * as Record from "./ColumnRecord.ts"
import * as Forms from "./Forms.ts"
import * as FormValues from "./FormValues.ts"
import { jsonNumber, type JsonWriter } from "./JsonWriter.ts"
import type { Field, Form } from "./Names.ts"
import type { ProductTable, TableProperty } from "./ProductTable.ts"
import { propertyKey, type View } from "./View.ts"

/** How a field of a page gets its bytes: rows of one key have the same. */
export interface CellSource {
  /** Keys are below this number. */
  readonly keys: number
  readonly keyOf: (row: number) => number
  readonly write: (writer: JsonWriter, key: number) => void
}

const nothing = `{"PropertySet":null,"Value":null,"PropertyId":null}`

export const make = (table: ProductTable, view: View, field: Field): CellSource => {
  switch (field.kind) {
    case "Guid":
      return ofColumn(table.attribute("Guid"), (writer, write) => write(writer), `""`)
    case "Name":
      return ofColumn(table.attribute("Name"), (writer, write) => write(writer), `""`)
    case "Attribute":
      return ofColumn(
        table.attribute(field.name),
        (writer, write) => {
          writer.ascii(`{"PropertySet":null,"Value":`)
          write(writer)
          writer.ascii(`,"PropertyId":null}`)
        },
        nothing
      )
    case "Class": {
      const { codes } = table.reference("class")
      const { classes } = table.structure
      return {
        keys: classes.length,
        keyOf: (row) => codes![row]!,
        write: (writer, key) => writer.string(classes[key]!)
      }
    }
    case "Form":
      return ofForm(table, field.form, Forms.of(table, view))
    case "Member": {
      const values = FormValues.memberValues(Forms.of(table, view), field)
      const { codes } = table.reference(FormValues.referenceOf(field.form))
      return {
        keys: values.length,
        keyOf: (row) => codes![row]!,
        write: (writer, key) => writer.scalar(values[key]!)
      }
    }
    case "Property":
      return ofProperties(view, field)
    default:
      return { keys: 1, keyOf: () => 0, write: (writer) => writer.ascii(nothing) }
  }
}

/** Writes the value of a cell: by its code, or by its place where the column has no dictionary. */
const writeValue = (writer: JsonWriter, column: Column, key: number): void => {
  if (column.plain !== null) {
    const number = column.plain[key]!
    writer.ascii(Number.isNaN(number) ? "null" : jsonNumber(number))
  } else if (key < column.textCount && !column.has(Record.ESCAPES)) {
    const { offsets, blob } = column.texts
    writer.ascii(`"`)
    writer.bytes(blob, offsets[column.textBase + key]!, offsets[column.textBase + key + 1]!)
    writer.ascii(`"`)
  } else writer.scalar(column.valueOf(key))
}

const keysOf = (column: Column): number => (column.plain === null ? column.size : column.count)
const keyIn = (column: Column, row: number): number => {
  const cell = column.cellOf(row)
  return cell === -1 || column.plain !== null ? cell : column.codes![cell]!
}

const ofColumn = (
  column: Column,
  around: (writer: JsonWriter, value: (writer: JsonWriter) => void) => void,
  absent: string
): CellSource => ({
  keys: keysOf(column) + 1,
  keyOf: (row) => keyIn(column, row) + 1,
  write: (writer, key) =>
    key === 0 ? writer.ascii(absent) : around(writer, (writer) => writeValue(writer, column, key - 1))
})

const ofProperties = (view: View, { properties, exceptions }: Field & { readonly kind: "Property" }): CellSource => {
  const starts: Array<number> = []
  let keys = 1
  for (const { column } of properties) {
    starts.push(keys)
    keys += keysOf(column)
  }
  const heads = properties.map(({ set }) => Buffer.from(`{"PropertySet":${JSON.stringify(set)},"Value":`))
  const tails = properties.map((property) => `,"PropertyId":${JSON.stringify(propertyIdOf(view, property))}}`)
  const keyOf = (row: number): number => {
    const order = exceptions.size === 0 ? undefined : exceptions.get(row)
    if (order !== undefined) {
      const first = properties.indexOf(order[0]!)
      return starts[first]! + keyIn(order[0]!.column, row)
    }
    for (let i = 0; i < properties.length; i++) {
      const key = keyIn(properties[i]!.column, row)
      if (key !== -1) return starts[i]! + key
    }
    return 0
  }
  const write = (writer: JsonWriter, key: number): void => {
    if (key === 0) return writer.ascii(nothing)
    let i = properties.length - 1
    while (starts[i]! > key) i--
    writer.bytes(heads[i]!, 0, heads[i]!.length)
    writeValue(writer, properties[i]!.column, key - starts[i]!)
    writer.ascii(tails[i]!)
  }
  return { keys, keyOf, write }
}

/** The guid of a property in a project: its definition's, an exception's, or the derived one. */
export const propertyIdOf = (view: View, { set, name }: Pick<TableProperty, "set" | "name">): string =>
  view.definitions.find((definition) => definition.set === set && definition.name === name)?.guid ??
  view.propertyGuids.get(propertyKey(set, name)) ??
  DerivedUuid.ofProperty(view.projectId, set, name)

const ofForm = (table: ProductTable, form: Form, forms: Forms.Forms): CellSource => {
  const { codes } = table.reference(FormValues.referenceOf(form))
  const keyOf = (row: number): number => codes![row]!
  switch (form) {
    case "SpatialLocation": {
      const { places } = forms
      return { keys: places.length, keyOf, write: (writer, key) => writer.raw(JSON.stringify(places[key]!.shown)) }
    }
    case "Code": {
      const { codeSets } = forms
      return { keys: codeSets.length, keyOf, write: (writer, key) => writer.raw(codeJson(codeSets[key]!)) }
    }
    case "MaterialLayerSet": {
      const { materials } = forms
      return {
        keys: materials.length,
        keyOf,
        write: (writer, key) => writer.raw(JSON.stringify(materials[key]!.shown))
      }
    }
    default: {
      const { materials } = forms
      return {
        keys: materials.length,
        keyOf,
        write: (writer, key) => writer.raw(JSON.stringify(materials[key]!.entries))
      }
    }
  }
}

const codeJson = (codes: ReadonlyArray<Forms.CodeForm>): string =>
  JSON.stringify(
    Object.fromEntries(
      codes.map(({ guid, identification, name, libraryGuid }) => [
        guid,
        { Identification: identification, Name: name, LibraryGuid: libraryGuid }
      ])
    )
  )
