import type { ProductTable, TableProperty } from "../table/ProductTable.ts"
import { type AttributeColumn, attributes } from "../table/ColumnRecord.ts"
import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import { type CustomDefinition, propertyKey, type SharedView, type View } from "./View.ts"

export const forms = ["SpatialLocation", "Code", "MaterialLayerSet", "MaterialLayers", "Groups"] as const
export type Form = (typeof forms)[number]

/**
 * The forms that are arrays. They are returned if they are requested by name but not listed, because lists of fields
 * feed tables of scalars and flat objects.
 */
export const unlisted: ReadonlySet<Form> = new Set(["MaterialLayers", "Groups"])

/** The members of each form, which can be requested individually as `Form.Member`. */
const members: Readonly<Record<Form, ReadonlyArray<string>>> = {
  SpatialLocation: ["Site", "Building", "Floor", "Space", "SpatialLocationId"],
  Code: ["Identification", "Name", "LibraryGuid"],
  MaterialLayerSet: ["Name", "MaterialId", "Layers"],
  MaterialLayers: ["MaterialId", "Name", "Thickness"],
  Groups: ["Guid", "Name", "Class"]
}

/** The meaning of a name for a table and a view. */
export type Field =
  | { readonly kind: "Class" }
  | { readonly kind: "Attribute"; readonly name: AttributeColumn }
  | { readonly kind: "Form"; readonly form: Form }
  | { readonly kind: "Member"; readonly form: Form; readonly member: string }
  | {
      readonly kind: "Property"
      /** The properties in order of precedence; more than one if several sets have the plain name. */
      readonly properties: ReadonlyArray<TableProperty>
      /** The rows in which the order of precedence differs. */
      readonly exceptions: ReadonlyMap<number, ReadonlyArray<TableProperty>>
    }
  /** A property that the project defines and no product has. */
  | { readonly kind: "Defined" }
  | { readonly kind: "Unknown" }

const reserved: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["Class", { kind: "Class" }],
  ...attributes.map((name): [string, Field] => [name, { kind: "Attribute", name }]),
  ...forms.map((form): [string, Field] => [form, { kind: "Form", form }]),
  ["Material", { kind: "Form", form: "MaterialLayerSet" }]
])

const subFields: ReadonlyMap<string, Field> = new Map(
  [...reserved].flatMap(([name, field]) =>
    field.kind === "Form"
      ? members[field.form].map((member): [string, Field] => [
          `${name}.${member}`,
          { kind: "Member", form: field.form, member }
        ])
      : []
  )
)

/** Returns whether a property of this name can be addressed only together with its set. */
export const isReserved = (name: string): boolean => reserved.has(name)

const noExceptions: ReadonlyMap<number, ReadonlyArray<TableProperty>> = new Map()
const single = (property: TableProperty): Field => ({
  kind: "Property",
  properties: [property],
  exceptions: noExceptions
})

/** All names of a table and of the definitions of its view. */
export interface Names {
  readonly bySet: ReadonlyMap<string, ReadonlyMap<string, Field>>
  readonly byName: ReadonlyMap<string, Field>
  readonly definitions: ReadonlyMap<string, ReadonlyMap<string, CustomDefinition>>
  /**
   * Returns the guid of a property in the project: that of its definition, an explicitly assigned one, or the derived
   * one.
   */
  readonly propertyId: (property: Pick<TableProperty, "set" | "name">) => string
  readonly longestSet: number
}

export const of = (table: ProductTable, { shared }: View): Names =>
  table.once("names", () => make(table, shared), shared)

const make = (table: ProductTable, shared: SharedView): Names => {
  const bySet = new Map<string, Map<string, Field>>()
  const byName = new Map<string, Field>()
  const put = (set: string, name: string, field: Field): boolean => {
    let names = bySet.get(set)
    if (names === undefined) bySet.set(set, (names = new Map<string, Field>()))
    if (names.has(name)) return false
    names.set(name, field)
    return true
  }
  for (const property of table.properties) {
    put(property.set, property.name, single(property))
    const group = table.groups.get(property.name)
    if (group === undefined) byName.set(property.name, single(property))
    else {
      byName.set(property.name, { kind: "Property", properties: group.members, exceptions: group.exceptions })
    }
  }
  const definitions = new Map<string, Map<string, CustomDefinition>>()
  for (const definition of shared.definitions) {
    const { set, name } = definition
    const ofSet = definitions.get(set) ?? new Map<string, CustomDefinition>()
    if (!ofSet.has(name)) definitions.set(set, ofSet.set(name, definition))

    const field: Field = { kind: "Defined" }
    put(set, name, field)
    if (!byName.has(name)) byName.set(name, field)
  }
  let longestSet = 0
  for (const set of bySet.keys()) longestSet = Math.max(longestSet, set.length)
  const derived = new Map<string, string>()
  const propertyId: Names["propertyId"] = ({ set, name }) => {
    const key = propertyKey(set, name)
    let guid = definitions.get(set)?.get(name)?.guid ?? shared.propertyGuids.get(key) ?? derived.get(key)
    if (guid === undefined) derived.set(key, (guid = DerivedUuid.ofProperty(shared.projectId, set, name)))
    return guid
  }
  return { bySet, byName, definitions, propertyId, longestSet }
}

/**
 * Resolves a text to a field. An exact name comes first, then a sub-field of a reserved name, then `Set.Property` with
 * the longest set name that has the property.
 */
export const resolve = (names: Names, text: string): Field => {
  const exact = reserved.get(text) ?? names.byName.get(text) ?? subFields.get(text)
  if (exact !== undefined) return exact
  for (
    let dot = text.lastIndexOf(".", names.longestSet);
    dot !== -1;
    dot = dot === 0 ? -1 : text.lastIndexOf(".", dot - 1)
  ) {
    const found = names.bySet.get(text.slice(0, dot))?.get(text.slice(dot + 1))
    if (found !== undefined) return found
  }
  return { kind: "Unknown" }
}
