import type * as Either from "effect/Either"
import type { AnswerTooLarge } from "../../domain/Errors.ts"
import type { FieldDataType, FieldDetail } from "../../domain/products/FieldDetail.ts"
import { alphabetically } from "../table/Alphabet.ts"
import * as Catalogue from "../table/ColumnRecord.ts"
import { answerBudget, within } from "./AnswerBudget.ts"
import { JsonWriter } from "../../runtime/JsonWriter.ts"
import * as Names from "./Names.ts"
import type { Units } from "../../domain/products/Units.ts"
import { inUnits } from "./units/SiTable.ts"
import type { ProductTable, Shown, TableProperty } from "../table/ProductTable.ts"
import type { CustomDefinition, SharedView, View } from "./View.ts"

export interface FieldRequest {
  /** The number of the page, starting at 1. */
  readonly page: number
  readonly pageSize: number
  /** The units that details name; those of the model if absent. */
  readonly units?: Units
}

export type Detail = Omit<FieldDetail, "name">

/**
 * The names of all fields, and functions that compute their details on demand, because an enumeration may have many
 * words.
 */
export interface FieldList {
  readonly fields: ReadonlyArray<string>
  readonly details: ReadonlyMap<string, () => Detail>
}

export const withoutDetail = ["Guid", "Class", "Name"]
const capacity = 64 * 1024

/**
 * Returns a page of the fields that the products of a view have: Guid, Class and Name first, the others alphabetically.
 * The result is the UTF-8 of `{"fields":[…],"fieldDetails":[…],"totalCount":…,"page":…,"pageSize":…}`; `fieldDetails`
 * lists the fields of the page that have details.
 *
 * Fails with `AnswerTooLarge` if the result exceeds `most` bytes.
 */
export const query = (
  stored: ProductTable,
  storedView: View,
  { page, pageSize, units }: FieldRequest,
  most = answerBudget
): Either.Either<Uint8Array<ArrayBuffer>, AnswerTooLarge> => {
  const { table, view } = inUnits(stored, storedView, units)
  const { shared } = view
  const all = table.once("fields", () => make(table, shared, Names.of(table, view)), shared)
  return written(all, { page, pageSize }, most)
}

/** Returns a page of a list of fields, like `query`. */
export const written = (
  all: FieldList,
  { page, pageSize }: FieldRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, AnswerTooLarge> => {
  const names = all.fields.slice((page - 1) * pageSize, page * pageSize)
  return within(() => {
    const writer = new JsonWriter(capacity, most)
    const list = (items: Iterable<string>): void => {
      let before = "["
      for (const item of items) {
        writer.raw(before + item)
        before = ","
      }
      writer.ascii(before === "[" ? "[]" : "]")
    }
    writer.ascii(`{"fields":`)
    list(names.values().map((name) => JSON.stringify(name)))
    writer.ascii(`,"fieldDetails":`)
    const detailed = names.values().filter((name) => all.details.has(name))
    list(detailed.map((name) => JSON.stringify({ name, ...all.details.get(name)!() } satisfies FieldDetail)))
    writer.ascii(`,"totalCount":${all.fields.length},"page":${page},"pageSize":${pageSize}}`)
    return writer.finish()
  })
}

/** Returns the fields of a table. A property with a name for which `isReserved` returns true is listed with its set. */
export const make = (
  table: ProductTable,
  shared: SharedView,
  names: Names.Names,
  isReservedName = Names.isReserved
): FieldList => {
  const details = new Map<string, () => Detail>()
  const add = (name: string, detail: () => Detail): void => {
    if (!details.has(name)) details.set(name, detail)
  }
  const plain = { dataType: null, unit: null, enumerationValues: null }
  for (const form of Names.forms) if (!Names.unlisted.has(form)) add(form, () => plain)
  const { lengthUnit } = table.structure
  const ofLength = { ...plain, dataType: "Real", unit: table.units[lengthUnit]?.name ?? null } as const
  for (const name of Catalogue.attributes.slice(2)) {
    add(name, () => (Catalogue.lengths.includes(name) ? ofLength : { ...plain, dataType: "String" }))
  }
  const { definitions } = names
  for (const property of table.properties) {
    const group = table.groups.get(property.name)
    const isReserved = isReservedName(property.name)
    if (!isReserved) {
      const { members, ...shown } = group ?? { members: [property], ...table.shownBy(property) }
      add(property.name, () => detailOf(table, members, shown, definitions))
    }
    if (isReserved || group?.overlap === true) {
      add(`${property.set}.${property.name}`, () => detailOf(table, [property], table.shownBy(property), definitions))
    }
  }
  for (const [name, sharers] of Map.groupBy(shared.definitions, (definition) => definition.name)) {
    const isReserved = isReservedName(name)
    const sharesName = sharers.length > 1 || names.byName.get(name)?.kind !== "Defined"
    for (const definition of sharers) {
      const { set } = definition
      if (names.bySet.get(set)?.get(name)?.kind !== "Defined") continue
      if (!isReserved && !details.has(name)) add(name, () => ofDefinitions(sharers))
      if (isReserved || sharesName) add(`${set}.${name}`, () => ofDefinitions([definition]))
    }
  }
  for (const name of withoutDetail) details.delete(name)
  return { fields: [...withoutDetail, ...[...details.keys()].sort(alphabetically)], details }
}

/**
 * Returns the detail of a field that shows these properties. If the project defines one of them, the defined data type
 * counts as one of the field's kinds.
 */
const detailOf = (
  table: ProductTable,
  properties: ReadonlyArray<TableProperty>,
  shown: Shown,
  definitions: Names.Names["definitions"]
): Detail => {
  const inOrder = properties.toSorted((a, b) => a.index - b.index)
  const defined = inOrder.map(({ set, name }) => definitions.get(set)?.get(name)).filter((found) => found !== undefined)
  const present = defined.reduce((mask, { dataType }) => mask | maskOf[dataType], shown.kindMask & presentKinds)
  const dataType = dataTypeOf(present === 0 ? shown.kindMask >>> Catalogue.LACKING_SHIFT : present)
  const unit =
    shown.unit === Catalogue.UNITS_MIXED
      ? null
      : shown.unit === Catalogue.UNIT_NONE
        ? (defined.find((definition) => definition.unit !== null)?.unit ?? null)
        : table.units[shown.unit - 2]!.name
  if (dataType !== "Enum") return { dataType, unit, enumerationValues: null }
  const words = [
    ...inOrder.flatMap(({ column }) => column.enumeration() ?? []),
    ...defined.flatMap(({ enumerationValues }) => enumerationValues ?? [])
  ]
  return { dataType, unit, enumerationValues: [...new Set(words)] }
}

/** The detail of a field of properties, and whether a product has a value that it shows. */
export interface PropertyDetail {
  readonly detail: Detail
  readonly hasValues: boolean
}

/** Returns what the products of a table have of a field of properties; null if none has such a property. */
export const ofName = (table: ProductTable, names: Names.Names, name: string): PropertyDetail | null => {
  const field = Names.resolve(names, name)
  if (field.kind !== "Property") return null
  const [property] = field.properties
  const group = field.properties.length > 1 ? table.groups.get(property!.name) : undefined
  const shown = group ?? table.shownBy(property!)
  return {
    detail: detailOf(table, field.properties, shown, names.definitions),
    hasValues: (shown.kindMask & presentKinds) !== 0
  }
}

/** Returns what the model says about one of its properties, regardless of the project's definitions. */
export const ofProperty = (table: ProductTable, property: TableProperty): Detail =>
  detailOf(table, [property], table.shownBy(property), new Map())

const ofDefinitions = (definitions: ReadonlyArray<CustomDefinition>): Detail => {
  const dataType = dataTypeOf(definitions.reduce((mask, { dataType }) => mask | maskOf[dataType], 0))
  const units = new Set(definitions.map(({ unit }) => unit))
  const words = definitions.flatMap(({ enumerationValues }) => enumerationValues ?? [])
  return {
    dataType,
    unit: units.size === 1 ? [...units][0]! : null,
    enumerationValues: dataType === "Enum" ? [...new Set(words)] : null
  }
}

const maskOf: Readonly<Record<FieldDataType, number>> = {
  String: Catalogue.KIND_TEXT,
  Real: Catalogue.KIND_REAL,
  Integer: Catalogue.KIND_INTEGER,
  Boolean: Catalogue.KIND_BOOLEAN,
  Enum: Catalogue.KIND_ENUMERATION
}

/** The bits of a kind mask for values that are there. The file's types of missing values count if there are no others. */
const presentKinds = (1 << Catalogue.LACKING_SHIFT) - 1

/**
 * Returns the data type of a kind mask, or null if there is no value or the kinds differ. Integer and Real together are
 * Real.
 */
const dataTypeOf = (mask: number): FieldDataType | null => {
  switch (mask) {
    case Catalogue.KIND_TEXT:
      return "String"
    case Catalogue.KIND_REAL:
    case Catalogue.KIND_REAL | Catalogue.KIND_INTEGER:
      return "Real"
    case Catalogue.KIND_INTEGER:
      return "Integer"
    case Catalogue.KIND_BOOLEAN:
      return "Boolean"
    case Catalogue.KIND_ENUMERATION:
      return "Enum"
    default:
      return null
  }
}
