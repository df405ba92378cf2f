import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { locationNow, type View } from "../query/View.ts"

export type Value = string | number | boolean | null
export interface Cell {
  readonly set: string
  readonly name: string
  readonly value: Value
  readonly several: boolean
  readonly items: ReadonlyArray<string>
  readonly ofType: boolean
}
export interface Product {
  readonly guid: string
  readonly className: string
  readonly attributes: Readonly<Record<string, string | number | null>>
  readonly cells: ReadonlyArray<Cell>
  readonly location: number
  readonly materialSet: number
  readonly codes: ReadonlyArray<number>
  readonly codesOfType: ReadonlyArray<number>
  readonly groups: ReadonlyArray<number>
}

const levelOf = (type: string): "Site" | "Building" | "Floor" | "Space" | null => {
  if (type === "Site" || type === "Building" || type === "Floor" || type === "Space") return type
  if (/Part/.test(type)) return "Floor"
  if (type === "ExternalSpatialElement") return "Space"
  return /^(Bridge|MarineFacility|Railway|Road|Facility)$/.test(type) ? "Building" : null
}

/** The fields with forms of their own, for the reference. */
export const formsOf = (content: ModelContent, modelGuid: string, view: View) => {
  const { references } = view.shared
  const names = ["SpatialLocation", "Code", "MaterialLayerSet", "Material", "MaterialLayers", "Groups"]
  const members: Record<string, ReadonlyArray<string>> = {
    SpatialLocation: ["Site", "Building", "Floor", "Space", "SpatialLocationId"],
    Code: ["Identification", "Name", "LibraryGuid"],
    MaterialLayerSet: ["Name", "MaterialId", "Layers"],
    Material: ["Name", "MaterialId", "Layers"],
    MaterialLayers: ["MaterialId", "Name", "Thickness"],
    Groups: ["Guid", "Name", "Class"]
  }
  const here = (guid: string) => {
    const own = content.locations.find((location) => location.guid === guid)
    const now = locationNow(view, guid)
    if (now !== undefined) return now
    return own && { name: own.name, type: own.type, parentGuid: content.locations[own.parent]?.guid ?? null }
  }
  const way = ({ location }: Product): ReadonlyArray<{ guid: string; name: string; type: string }> => {
    const steps: Array<{ guid: string; name: string; type: string }> = []
    for (let guid = content.locations[location]?.guid ?? null; guid !== null;) {
      const now = here(guid)
      if (now === null) return []
      if (now === undefined) break
      steps.push({ guid, ...now })
      guid = now.parentGuid
    }
    return steps
  }
  const place = (product: Product) => {
    const steps = way(product)
    const level = (of: string): string | null => steps.find(({ type }) => levelOf(type) === of)?.name ?? null
    const [Site, Building, Floor, Space] = ["Site", "Building", "Floor", "Space"].map(level)
    return { Site, Building, Floor, Space, SpatialLocationId: steps[0]?.guid ?? "" }
  }
  const codesOf = (codes: ReadonlyArray<number>) =>
    codes.flatMap((index) => {
      const { codification, identification, name } = content.codes[index]!
      const library = content.codifications[codification]!.name
      const guid = DerivedUuid.ofCode(modelGuid, library, identification)
      const now = references.codes.get(guid)
      const own = { identification, name, libraryGuid: DerivedUuid.ofCodification(modelGuid, library) }
      return now === null ? [] : [{ guid, ...(now ?? own) }]
    })
  const codes = (product: Product) => {
    const own = codesOf(product.codes)
    const ofType = codesOf(product.codesOfType).filter(
      ({ libraryGuid }) => !own.some((code) => code.libraryGuid === libraryGuid)
    )
    return [...own, ...ofType]
  }
  const layers = ({ materialSet }: Product) => {
    const set = content.materialSets[materialSet]
    if (!set) return { name: null, text: "", entries: [] }
    const bare = set.form === "single" || set.form === "list"
    const all = set.layers.map((layer) => {
      const own = content.materials[layer.material]?.name
      const guid = own === undefined ? null : DerivedUuid.ofMaterial(modelGuid, own)
      const now = guid === null ? undefined : references.materials.get(guid)
      const gone = now === null
      const name = gone ? null : guid === null ? layer.name : (now?.name ?? own!)
      const size = layer.thickness ?? (layer.fraction === null ? null : layer.fraction * 100)
      const shown = size === null || bare ? "" : `${Number(size.toPrecision(6))}${layer.thickness === null ? "%" : ""}`
      const entry = { MaterialId: gone ? null : guid, Name: name, Thickness: layer.thickness }
      return { gone, entry, text: [name ?? "", shown].filter(Boolean).join(" ") }
    })
    const left = bare ? all.filter(({ gone }) => !gone) : all
    return {
      name: set.form === "single" ? (left[0]?.entry.Name ?? null) : set.name,
      text: left
        .map(({ text }) => text)
        .filter(Boolean)
        .join(" | "),
      entries: left.map(({ entry }) => entry)
    }
  }
  const material = (product: Product) => {
    const { name, text, entries } = layers(product)
    const ids = entries.map(({ MaterialId }) => MaterialId)
    const one = ids.length > 0 && ids.every((id) => id === ids[0]) ? ids[0]! : null
    return { Name: name, MaterialId: one, Layers: text }
  }
  const groups = (product: Product) =>
    product.groups.map((index) => {
      const group = content.groups[index]!
      return { Guid: group.guid, Name: group.name, Class: group.class }
    })
  const show = (product: Product, name: string): unknown => {
    if (name === "Groups") return groups(product)
    if (name === "SpatialLocation") return place(product)
    if (name === "MaterialLayers") return layers(product).entries
    if (name !== "Code") return material(product)
    return Object.fromEntries(
      codes(product).map((code) => [
        code.guid,
        { Identification: code.identification, Name: code.name, LibraryGuid: code.libraryGuid }
      ])
    )
  }
  const compared = (product: Product, name: string): ReadonlyArray<string | null> => {
    if (name === "SpatialLocation") return way(product).flatMap(({ name, guid }) => [name, guid])
    if (name === "Groups") return groups(product).flatMap(({ Guid, Name }) => [Name, Guid])
    if (name === "Code") return codes(product).flatMap(({ identification, name, guid }) => [identification, name, guid])
    const { name: own, entries } = layers(product)
    const all = entries.flatMap(({ Name, MaterialId }) => [Name, MaterialId])
    return name === "MaterialLayers" ? all : [own, ...all]
  }
  const member = (name: string): ((product: Product) => ReadonlyArray<string | null>) | null => {
    const form = names.find(
      (form) => name.startsWith(`${form}.`) && members[form]!.includes(name.slice(form.length + 1))
    )
    if (form === undefined) return null
    const key = name.slice(form.length + 1)
    return (product) => {
      const shown = show(product, form) as Record<string, Record<string, unknown>>
      if (form !== "Code" && form !== "MaterialLayers" && form !== "Groups")
        return [shown[key] as unknown as string | null]
      const items = Object.values(shown)
        .map((item) => item[key])
        .filter((item) => item !== null)
        .map(String)
      return items.length === 0 ? [null] : [items.join("; "), ...items]
    }
  }
  /** The texts by which a form is ordered, one by one. */
  const plain = (product: Product, name: string): ReadonlyArray<string | null> => {
    if (name === "SpatialLocation") {
      const { Building, Floor, Site, Space } = place(product)
      return [Space || Floor || Building || Site || null]
    }
    if (name === "Code") return codes(product).map(({ identification }) => identification)
    return name === "Groups" ? groups(product).map(({ Name }) => Name) : [material(product).Layers]
  }
  /** The names, identifications and guids of the objects that a product refers to and of all their ancestors. */
  const above = (product: Product, name: string): ReadonlyArray<string> => {
    if (name === "SpatialLocation") return compared(product, name) as ReadonlyArray<string>
    const guids = content.codes.map((code) =>
      DerivedUuid.ofCode(modelGuid, content.codifications[code.codification]!.name, code.identification)
    )
    return codes(product).flatMap((code) => {
      const met = [code.guid, code.identification]
      const passed = new Set<string>()
      for (let guid: string | null = code.guid; guid !== null && !passed.has(guid);) {
        passed.add(guid)
        const own: (typeof content.codes)[number] | undefined = content.codes[guids.indexOf(guid)]
        const now = references.codes.get(guid)
        if (now !== null && (now ?? own) !== undefined) met.push(guid, (now ?? own)!.identification)
        guid = now?.parentGuid === undefined ? (guids[own?.parent ?? -1] ?? null) : now.parentGuid
      }
      return met
    })
  }
  return { names, show, compared, member, plain, above }
}
