import { ElementReader } from "./ElementReader.ts"
import { type EntityFacet, type Facet, type IdsValue, relations } from "./IdsDocument.ts"
import { readValue } from "./ReadValue.ts"
import type { XmlElement } from "./XmlTree.ts"

/** The names of facets in the order in which `applicability` contains them. */
export const facetNames = ["entity", "partOf", "classification", "attribute", "property", "material"] as const

const valueOf = (element: XmlElement | null): IdsValue | null => (element === null ? null : readValue(element))

const readEntity = (element: XmlElement, attributes: ReadonlyArray<string>): EntityFacet => {
  const read = new ElementReader(element, attributes)
  const facet = {
    facet: "entity",
    name: readValue(read.one("name")),
    predefinedType: valueOf(read.optional("predefinedType"))
  } as const
  read.end()
  return facet
}

const readPartOf = (element: XmlElement, attributes: ReadonlyArray<string>): Facet => {
  const read = new ElementReader(element, [...attributes, "relation"])
  const relation = read.attribute("relation") === null ? null : read.oneOf("relation", relations)
  const facet = { facet: "partOf", relation, entity: readEntity(read.one("entity"), []) } as const
  read.end()
  return facet
}

const readClassification = (element: XmlElement, attributes: ReadonlyArray<string>): Facet => {
  const read = new ElementReader(element, [...attributes, "uri"])
  const value = valueOf(read.optional("value"))
  const facet = { facet: "classification", value, system: readValue(read.one("system")) } as const
  read.end()
  return facet
}

const readAttribute = (element: XmlElement, attributes: ReadonlyArray<string>): Facet => {
  const read = new ElementReader(element, attributes)
  const facet = {
    facet: "attribute",
    name: readValue(read.one("name")),
    value: valueOf(read.optional("value"))
  } as const
  read.end()
  return facet
}

const readProperty = (element: XmlElement, attributes: ReadonlyArray<string>): Facet => {
  const read = new ElementReader(element, [...attributes, "dataType", "uri"])
  const dataType = read.attribute("dataType")
  if (dataType !== null && !/^[A-Z]+$/.test(dataType)) {
    throw read.wrong("dataType", dataType, "it is the name of a type in the letters A to Z")
  }
  const facet = {
    facet: "property",
    propertySet: readValue(read.one("propertySet")),
    baseName: readValue(read.one("baseName")),
    value: valueOf(read.optional("value")),
    dataType
  } as const
  read.end()
  return facet
}

const readMaterial = (element: XmlElement, attributes: ReadonlyArray<string>): Facet => {
  const read = new ElementReader(element, [...attributes, "uri"])
  const facet = { facet: "material", value: valueOf(read.optional("value")) } as const
  read.end()
  return facet
}

const readers: Readonly<
  Record<(typeof facetNames)[number], (element: XmlElement, attributes: ReadonlyArray<string>) => Facet>
> = {
  entity: readEntity,
  partOf: readPartOf,
  classification: readClassification,
  attribute: readAttribute,
  property: readProperty,
  material: readMaterial
}

/** Reads an element of a facet. `attributes` are the additional attributes that requirements have. */
export const readFacet = (
  name: (typeof facetNames)[number],
  element: XmlElement,
  attributes: ReadonlyArray<string> = []
): Facet => readers[name](element, attributes)
