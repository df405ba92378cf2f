import type { Scalar } from "../../domain/products/Filter.ts"
import type { Column } from "../table/Column.ts"
import { addKeys, addKeysOfCells, placesOf, withKeys } from "./CellKeys.ts"
import * as Forms from "./Forms.ts"
import * as FormValues from "./FormValues.ts"
import type { JsonWriter } from "../../runtime/JsonWriter.ts"
import type { Field, Form, Names } from "./Names.ts"
import type { ProductTable, TableProperty } from "../table/ProductTable.ts"
import type { View } from "./View.ts"

/** Produces the bytes of a field's cells in a page. Rows with the same key have the same bytes. */
export interface CellSource {
  /** The upper limit of the keys, exclusive. */
  readonly keys: number
  readonly keysOf: (rows: Uint32Array) => Uint32Array
  readonly write: (writer: JsonWriter, key: number) => void
  /** Returns the value to sort products by, or null if there is none. */
  readonly valueOf: (key: number) => Scalar
  /** Returns where the table has the value of a key, or null if it has none or the value is made of references. */
  readonly cellOf: (key: number) => Cell | null
  /** If keys stand for values of columns: the columns, and the key of the first distinct value of each. */
  readonly columns?: ReadonlyArray<KeyedColumn>
  /** If keys stand for values of one column: that column. A row without a cell has key 0, and no other row has. */
  readonly single?: KeyedColumn | undefined
}

/** A column, and the key of its first distinct value. */
export interface KeyedColumn {
  readonly column: Column
  readonly start: number
}

/** A distinct value of a column. */
interface Cell {
  readonly column: Column
  readonly key: number
}

const noCell = (): null => null

/**
 * Returns a function from a key to the name of the unit of its value, or to null if it has none. A unit without a name
 * stands for none.
 */
export const unitsOf = (
  { cellOf }: Pick<CellSource, "cellOf">,
  { units }: ProductTable
): ((key: number) => string | null) => {
  return (key) => {
    const cell = cellOf(key)
    return cell === null ? null : units[cell.column.unitOf(cell.key)]?.name || null
  }
}

/** The text before and after each cell of a field in its row. */
export interface Around {
  readonly head: string
  readonly tail: string
}

/** The members after the value of an object. */
interface Ends {
  /** The object of a product without the property. */
  readonly nothing: string
  /** Returns the text after a value that has the unit with this index, -1 for none. */
  readonly after: (propertyId: string | null, unit: number) => string
  /** Whether that text tells the unit. */
  readonly withUnit: boolean
}

const endsOf = (propertyId: string | null, unit: string): string =>
  `,"PropertyId":${JSON.stringify(propertyId)}${unit}}`

const endsFor = ({ units }: ProductTable, withUnit: boolean): Ends => {
  const unitOf = (unit: number): string => {
    if (!withUnit) return ""
    // The empty name of a unit stands for a measure without one.
    return `,"Unit":${JSON.stringify(units[unit]?.name || null)}`
  }
  return {
    nothing: `{"PropertySet":null,"Value":null${endsOf(null, unitOf(-1))}`,
    after: (propertyId, unit) => endsOf(propertyId, unitOf(unit)),
    withUnit
  }
}

/** Returns the cells of a field. With `withUnit`, objects of properties and attributes have a member `Unit`. */
export const make = (
  table: ProductTable,
  view: View,
  names: Names,
  field: Field,
  around: Around,
  withUnit = false
): CellSource => {
  const ends = endsFor(table, withUnit)
  switch (field.kind) {
    case "Attribute": {
      const column = table.attribute(field.name)
      return field.name === "Guid" || field.name === "Name" ? ofText(column, around) : ofAttribute(column, ends, around)
    }
    case "Class": {
      const { classes } = table.structure
      return coded(
        table.reference("class"),
        around,
        (key) => JSON.stringify(classes[key]!),
        (key) => classes[key]!
      )
    }
    case "Form":
      return ofForm(table, field.form, Forms.of(table, view), around)
    case "Member": {
      const values = FormValues.memberValues(Forms.of(table, view), field)
      const column = table.reference(FormValues.referenceOf(field.form))
      return coded(
        column,
        around,
        (key) => JSON.stringify(values[key]!),
        (key) => values[key]!
      )
    }
    case "Property":
      return ofProperties(names, field, ends, around)
    default:
      return {
        keys: 1,
        keysOf: (rows) => new Uint32Array(rows.length),
        write: (writer) => writer.raw(around.head + ends.nothing + around.tail),
        valueOf: () => null,
        cellOf: noCell
      }
  }
}

/** Writes a distinct value of a column. */
const writeValue = (writer: JsonWriter, column: Column, key: number): void => {
  if (key < column.textCount) {
    const { offsets, blob } = column.texts
    writer.quoted(blob, offsets[column.textBase + key]!, offsets[column.textBase + key + 1]!)
  } else writer.scalar(column.valueOf(key))
}

/** Returns the source of a field whose JSON follows from the code of a reference column. */
const coded = (
  column: Column,
  { head, tail }: Around,
  json: (key: number) => string,
  valueOf: CellSource["valueOf"]
): CellSource => ({
  valueOf,
  cellOf: noCell,
  keys: column.size,
  // A row without a cell would have the key of the first value.
  single: column.count === column.length ? { column, start: 0 } : undefined,
  keysOf: (rows) => withKeys(rows, (keys) => addKeys(column, rows, 0, keys)),
  write: (writer, key) => writer.raw(head + json(key) + tail)
})

/** Returns the source of an attribute that is shown as a plain text. */
const ofText = (column: Column, { head, tail }: Around): CellSource =>
  ofColumn(column, head, `${head}""${tail}`, always(Buffer.from(tail)))

const ofAttribute = (column: Column, ends: Ends, { head, tail }: Around): CellSource => {
  const tailOf = tailsOf(column, ends, null, tail)
  return ofColumn(column, `${head}{"PropertySet":null,"Value":`, head + ends.nothing + tail, tailOf)
}

const always = (bytes: Buffer) => (): Buffer => bytes

/** Returns a function that returns the bytes after the value of a key, which are made once for each unit. */
const tailsOf = (
  column: Column,
  { after, withUnit }: Ends,
  propertyId: string | null,
  tail: string
): ((key: number) => Buffer) => {
  const textOf = (unit: number): string => after(propertyId, unit) + tail
  if (!withUnit) return always(Buffer.from(textOf(-1)))
  const made = new Map<number, Buffer>()
  const isNothing = (key: number): boolean => key >= column.textCount && column.valueOf(key) === null
  return (key) => {
    const unit = isNothing(key) ? -1 : column.unitOf(key)
    return made.getOrInsertComputed(unit, () => Buffer.from(textOf(unit)))
  }
}

const ofColumn = (column: Column, head: string, absent: string, tailOf: (key: number) => Buffer): CellSource => {
  const headBytes = Buffer.from(head)
  return {
    keys: column.keys + 1,
    columns: [{ column, start: 1 }],
    single: { column, start: 1 },
    valueOf: (key) => (key === 0 ? null : column.valueOf(key - 1)),
    cellOf: (key) => (key === 0 ? null : { column, key: key - 1 }),
    keysOf: (rows) => withKeys(rows, (keys) => addKeys(column, rows, 1, keys)),
    write: (writer, key) => {
      if (key === 0) return writer.raw(absent)
      writer.bytes(headBytes, 0, headBytes.length)
      writeValue(writer, column, key - 1)
      const tailBytes = tailOf(key - 1)
      writer.bytes(tailBytes, 0, tailBytes.length)
    }
  }
}

const ofProperties = (
  names: Names,
  { properties, exceptions }: Field & { readonly kind: "Property" },
  ends: Ends,
  { head, tail }: Around
): CellSource => {
  const starts: Array<number> = []
  const startOf = new Map<TableProperty, number>()
  let keys = 1
  let cells = 0
  for (const property of properties) {
    const { column } = property
    starts.push(keys)
    startOf.set(property, keys)
    keys += column.keys
    cells += column.count
  }
  const absent = head + ends.nothing + tail
  const heads = properties.map(({ set }) => Buffer.from(`${head}{"PropertySet":${JSON.stringify(set)},"Value":`))
  const tails = properties.map((of) => tailsOf(of.column, ends, names.propertyId(of), tail))
  const fill = (rows: Uint32Array, keys: Uint32Array): void => {
    for (let i = 0; exceptions.size > 0 && i < rows.length; i++) {
      const first = exceptions.get(rows[i]!)?.[0]
      if (first === undefined) continue
      addKeys(first.column, rows.subarray(i, i + 1), startOf.get(first)!, keys.subarray(i, i + 1))
    }
    const [{ column: first }] = properties as [(typeof properties)[number]]
    if (first.length + cells >= rows.length * properties.length) {
      for (const [i, { column }] of properties.entries()) addKeys(column, rows, starts[i]!, keys)
      return
    }
    // The name is in many sets, each of which few products have.
    const places = placesOf(rows, first.length)
    for (const [i, { column }] of properties.entries()) addKeysOfCells(column, places, starts[i]!, keys)
  }
  const columns = properties.map(({ column }, i) => ({ column, start: starts[i]! }))
  const placeOf = (key: number): number => {
    let i = properties.length - 1
    while (starts[i]! > key) i--
    return i
  }
  const cellOf = (key: number): Cell | null => {
    if (key === 0) return null
    const i = placeOf(key)
    return { column: columns[i]!.column, key: key - starts[i]! }
  }
  const valueOf = (key: number): Scalar => {
    if (key === 0) return null
    const i = placeOf(key)
    return columns[i]!.column.valueOf(key - starts[i]!)
  }
  const write = (writer: JsonWriter, key: number): void => {
    if (key === 0) return writer.raw(absent)
    const i = placeOf(key)
    writer.bytes(heads[i]!, 0, heads[i]!.length)
    writeValue(writer, columns[i]!.column, key - starts[i]!)
    const tailBytes = tails[i]!(key - starts[i]!)
    writer.bytes(tailBytes, 0, tailBytes.length)
  }
  const single = columns.length === 1 && exceptions.size === 0 ? columns[0] : undefined
  return { keys, columns, single, keysOf: (rows) => withKeys(rows, (keys) => fill(rows, keys)), write, valueOf, cellOf }
}

const ofForm = (table: ProductTable, form: Form, forms: Forms.Forms, around: Around): CellSource => {
  const column = table.reference(FormValues.referenceOf(form))
  const valueOf = (key: number): Scalar => FormValues.sortText(forms, form, key)
  switch (form) {
    case "SpatialLocation":
      return coded(column, around, (key) => JSON.stringify(forms.places[key]!.shown), valueOf)
    case "Code":
      return coded(column, around, (key) => codeJson(forms.codeSets[key]!), valueOf)
    case "MaterialLayerSet":
      return coded(column, around, (key) => JSON.stringify(forms.materials[key]!.shown), valueOf)
    case "Groups":
      return coded(column, around, (key) => JSON.stringify(forms.groupSets[key]!), valueOf)
    default:
      return coded(column, around, (key) => JSON.stringify(forms.materials[key]!.entries), valueOf)
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
