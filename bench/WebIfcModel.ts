import type { Reader, WebIfc } from "./WebIfc.ts"

interface Element {
  readonly guid: string
  readonly className: string
  readonly name: string
  readonly tag: string
}

type Value = string | number | boolean | null | ReadonlyArray<unknown>
interface PropertySet {
  readonly name: string
  readonly members: ReadonlyArray<number>
}

/** The data that web-ifc reads from a file: links by instance number, with nothing copied per product. */
export interface WebIfcModel {
  readonly elements: ReadonlyMap<number, Element>
  /** The number of triples of product, set and property. */
  readonly records: number
}

const valueOf = (field: unknown): Value => {
  if (field === null || field === undefined) return null
  if (Array.isArray(field)) return field.map(valueOf)
  return (field as { readonly value?: Value }).value ?? null
}
const text = (field: unknown): string => String(valueOf(field) ?? "")
const references = (field: unknown): ReadonlyArray<number> => {
  const value = valueOf(field)
  return (Array.isArray(value) ? value : value === null ? [] : [value]).map(Number)
}

/** Maps each object to the objects that relations of a kind assign to it. */
const relate = (reader: Reader, kind: string, object: readonly [number, string], other: readonly [number, string]) => {
  const links = new Map<number, Array<number>>()
  reader.visit(kind, (relation) => {
    const targets = references(relation.get(...other))
    for (const id of references(relation.get(...object))) {
      const known = links.get(id)
      if (known === undefined) links.set(id, [...targets])
      else known.push(...targets)
    }
  })
  return links
}

const RELATED = [4, "RelatedObjects"] as const

const readProperties = (reader: Reader) => {
  const properties = new Map<number, { readonly name: string; readonly value: Value }>()
  reader.visit("IFCPROPERTY", (property) => {
    const value =
      property.get(2, "NominalValue") ?? property.get(2, "EnumerationValues") ?? property.get(2, "ListValues")
    properties.set(property.id, { name: text(property.get(0, "Name")), value: valueOf(value) })
  })
  for (const measure of ["Length", "Area", "Volume", "Weight", "Count", "Time"]) {
    reader.visit(`IFCQUANTITY${measure.toUpperCase()}`, (quantity) => {
      const value = Number(valueOf(quantity.get(3, `${measure}Value`)))
      properties.set(quantity.id, { name: text(quantity.get(0, "Name")), value })
    })
  }
  reader.visit("IFCPHYSICALCOMPLEXQUANTITY", (quantity) => {
    properties.set(quantity.id, {
      name: text(quantity.get(0, "Name")),
      value: references(quantity.get(2, "HasQuantities"))
    })
  })
  const sets = new Map<number, PropertySet>()
  reader.visit("IFCPROPERTYSET", (set) => {
    sets.set(set.id, { name: text(set.get(2, "Name")), members: references(set.get(4, "HasProperties")) })
  })
  reader.visit("IFCELEMENTQUANTITY", (set) => {
    sets.set(set.id, { name: text(set.get(2, "Name")), members: references(set.get(5, "Quantities")) })
  })
  return { properties, sets }
}

/** Reads the names and layers of the assigned materials. */
const readMaterials = (reader: Reader, assigned: ReadonlyMap<number, ReadonlyArray<number>>) => {
  const materials = new Map<number, unknown>()
  for (const kind of [
    "IFCMATERIAL",
    "IFCMATERIALLAYER",
    "IFCMATERIALLAYERSET",
    "IFCMATERIALLAYERSETUSAGE",
    "IFCMATERIALLIST"
  ]) {
    reader.visit(kind, (entity) => {
      materials.set(entity.id, [
        valueOf(
          entity.get(0, "Name") ??
            entity.get(0, "MaterialLayers") ??
            entity.get(0, "Material") ??
            entity.get(0, "ForLayerSet") ??
            entity.get(0, "Materials")
        ),
        valueOf(entity.get(1, "LayerSetName") ?? entity.get(1, "LayerThickness"))
      ])
    })
  }
  for (const ids of assigned.values()) {
    for (const id of ids) if (!materials.has(id)) materials.set(id, reader.entity(id).type)
  }
  return materials
}

const readClassifications = (reader: Reader) => {
  const codes = new Map<number, unknown>()
  for (const kind of ["IFCCLASSIFICATION", "IFCCLASSIFICATIONREFERENCE"]) {
    reader.visit(kind, (entity) => {
      codes.set(entity.id, [
        valueOf(entity.get(1, "Identification") ?? entity.get(1, "ItemReference")),
        valueOf(entity.get(2, "Name")),
        valueOf(entity.get(3, "ReferencedSource"))
      ])
    })
  }
  return codes
}

/** Reads elements, property sets, quantities, types, spatial tree, materials and classifications of an opened model. */
export const read = (api: WebIfc, reader: Reader): WebIfcModel => {
  const features = new Set<number>()
  for (const kind of ["IFCFEATUREELEMENT", "IFCVIRTUALELEMENT"]) reader.visit(kind, ({ id }) => features.add(id))
  const names = new Map<number, string>()
  const elements = new Map<number, Element>()
  reader.visit("IFCELEMENT", (entity) => {
    if (features.has(entity.id)) return
    let className = names.get(entity.type)
    if (className === undefined) names.set(entity.type, (className = api.GetNameFromTypeCode(entity.type)))
    const [guid, name, tag] = [entity.get(0, "GlobalId"), entity.get(2, "Name"), entity.get(7, "Tag")]
    elements.set(entity.id, { guid: text(guid), className, name: text(name), tag: text(tag) })
  })
  const { properties, sets } = readProperties(reader)
  const ownSets = relate(reader, "IFCRELDEFINESBYPROPERTIES", RELATED, [5, "RelatingPropertyDefinition"])
  const typeOf = relate(reader, "IFCRELDEFINESBYTYPE", RELATED, [5, "RelatingType"])
  const setsOfType = new Map<number, ReadonlyArray<number>>()
  reader.visit("IFCTYPEOBJECT", (type) => setsOfType.set(type.id, references(type.get(5, "HasPropertySets"))))
  const places = new Map<number, { readonly guid: string; readonly name: string }>()
  reader.visit("IFCSPATIALSTRUCTUREELEMENT", (place) => {
    places.set(place.id, { guid: text(place.get(0, "GlobalId")), name: text(place.get(2, "Name")) })
  })
  const wholes = relate(reader, "IFCRELAGGREGATES", [5, "RelatedObjects"], [4, "RelatingObject"])
  const containers = relate(
    reader,
    "IFCRELCONTAINEDINSPATIALSTRUCTURE",
    [4, "RelatedElements"],
    [5, "RelatingStructure"]
  )
  const assigned = relate(reader, "IFCRELASSOCIATESMATERIAL", RELATED, [5, "RelatingMaterial"])
  const materials = readMaterials(reader, assigned)
  const classified = relate(reader, "IFCRELASSOCIATESCLASSIFICATION", RELATED, [5, "RelatingClassification"])
  const codes = readClassifications(reader)
  let records = 0
  const count = (id: number): void => {
    const ofTypes = (typeOf.get(id) ?? []).flatMap((type) => setsOfType.get(type) ?? [])
    for (const held of [ownSets.get(id) ?? [], ofTypes]) {
      for (const set of new Set(held)) {
        for (const member of sets.get(set)?.members ?? []) if (properties.has(member)) records++
      }
    }
  }
  for (const id of reader.ids("IFCPRODUCT")) count(id)
  const kept = { elements, records, places, wholes, containers, materials, classified, codes }
  return kept
}
