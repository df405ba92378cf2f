import type { FieldDataType, FieldDetail } from "../../domain/FieldDetail.ts"
import { alphabetically } from "../table/Alphabet.ts"
import * as Catalogue from "../table/ColumnRecord.ts"
import * as Names from "./Names.ts"
import type { ProductTable, TableProperty } from "../table/ProductTable.ts"
import type { CustomDefinition, SharedView, View } from "./View.ts"

export interface FieldRequest {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

export interface FieldPage {
  readonly fields: ReadonlyArray<string>
  /** Of the fields of this page that have one. */
  readonly fieldDetails: ReadonlyArray<FieldDetail>
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

interface FieldList {
  readonly fields: ReadonlyArray<string>
  readonly details: ReadonlyMap<string, FieldDetail>
}

const withoutDetail = ["Guid", "Class", "Name"]

/** The fields that the products of a view have, Guid, Class and Name first, the others alphabetically. */
export const list = (table: ProductTable, view: View, { page, pageSize }: FieldRequest): FieldPage => {
  const { shared } = view
  const all = table.once("fields", () => make(table, shared, Names.of(table, view)), shared)
  const fields = all.fields.slice((page - 1) * pageSize, page * pageSize)
  const { details } = all
  const fieldDetails = fields.map((field) => details.get(field)).filter((detail) => detail !== undefined)
  return { fields, fieldDetails, totalCount: all.fields.length, page, pageSize }
}

const make = (table: ProductTable, shared: SharedView, names: Names.Names): FieldList => {
  const details = new Map<string, FieldDetail>()
  const add = (name: string, detail: Omit<FieldDetail, "name">): void => {
    if (!details.has(name)) details.set(name, { name, ...detail })
  }
  const plain = { dataType: null, unit: null, enumerationValues: null }
  // An array is given when named and not listed: lists feed tables of scalars and flat objects.
  for (const form of Names.forms) if (form !== "MaterialLayers") add(form, plain)
  for (const name of Catalogue.attributes.slice(2)) add(name, { ...plain, dataType: "String" })
  const { definitions } = names
  for (const property of table.properties) {
    const group = table.groups.get(property.name)
    const { column } = property
    const own = { kindMask: column.word("kindMask"), unit: column.word("unit") }
    const isReserved = Names.isReserved(property.name)
    if (!isReserved) {
      add(property.name, detailOf(table, group?.members ?? [property], group ?? own, definitions))
    }
    if (isReserved || group?.overlap === true) {
      add(`${property.set}.${property.name}`, detailOf(table, [property], own, definitions))
    }
  }
  for (const [name, sharers] of Map.groupBy(shared.definitions, (definition) => definition.name)) {
    const isReserved = Names.isReserved(name)
    const sharesName = sharers.length > 1 || names.byName.get(name)?.kind !== "Defined"
    for (const definition of sharers) {
      const { set } = definition
      if (names.bySet.get(set)?.get(name)?.kind !== "Defined") continue
      if (!isReserved && !details.has(name)) add(name, ofDefinitions(sharers))
      if (isReserved || sharesName) add(`${set}.${name}`, ofDefinitions([definition]))
    }
  }
  for (const name of withoutDetail) details.delete(name)
  return { fields: [...withoutDetail, ...[...details.keys()].sort(alphabetically)], details }
}

/** Of a field that shows these properties; a definition of one of them counts as a kind that the field has. */
const detailOf = (
  table: ProductTable,
  properties: ReadonlyArray<TableProperty>,
  shown: { readonly kindMask: number; readonly unit: number },
  definitions: Names.Names["definitions"]
): Omit<FieldDetail, "name"> => {
  const defined = properties
    .map(({ set, name }) => definitions.get(set)?.get(name))
    .filter((found) => found !== undefined)
  const dataType = dataTypeOf(defined.reduce((mask, { dataType }) => mask | maskOf[dataType], shown.kindMask))
  const unit =
    shown.unit === Catalogue.UNITS_MIXED
      ? null
      : shown.unit === Catalogue.UNIT_NONE
        ? (defined.find((definition) => definition.unit !== null)?.unit ?? null)
        : table.units[shown.unit - 2]!.name
  if (dataType !== "Enum") return { dataType, unit, enumerationValues: null }
  const words = [
    ...properties.flatMap(({ column }) => column.enumeration() ?? []),
    ...defined.flatMap(({ enumerationValues }) => enumerationValues ?? [])
  ]
  return { dataType, unit, enumerationValues: [...new Set(words)] }
}

/** What the model says of one of its properties, whatever the project defines. */
export const ofProperty = (table: ProductTable, property: TableProperty): Omit<FieldDetail, "name"> => {
  const { column } = property
  return detailOf(table, [property], { kindMask: column.word("kindMask"), unit: column.word("unit") }, new Map())
}

const ofDefinitions = (definitions: ReadonlyArray<CustomDefinition>): Omit<FieldDetail, "name"> => {
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

/** Null where there is no value or kinds meet, Integer and Real aside. */
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
