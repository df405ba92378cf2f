import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { ContentMaterialSet } from "../../domain/models/ModelContent.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { type CodeNow, type LocationNow, locationNow, type SharedView, type View } from "./View.ts"

/** The place of a product, with the current names of the view. */
export interface Place {
  readonly shown: {
    readonly Site: string | null
    readonly Building: string | null
    readonly Floor: string | null
    readonly Space: string | null
    readonly SpatialLocationId: string
  }
  /** The names and guids of every level. */
  readonly texts: ReadonlyArray<string>
}

interface MaterialEntry {
  readonly MaterialId: string | null
  readonly Name: string | null
  readonly Thickness: number | null
}

export interface MaterialForm {
  readonly shown: { readonly Name: string | null; readonly MaterialId: string | null; readonly Layers: string }
  readonly entries: ReadonlyArray<MaterialEntry>
}

export interface CodeForm extends CodeNow {
  readonly guid: string
  /** Whether the product has the code through its type. */
  readonly isOfType: boolean
}

export interface GroupForm {
  readonly Guid: string
  readonly Name: string
  readonly Class: string
}

/** The values of the fields that are objects or arrays, indexed by the codes of the table's reference columns. */
export interface Forms {
  readonly places: ReadonlyArray<Place>
  readonly materials: ReadonlyArray<MaterialForm>
  readonly codeSets: ReadonlyArray<ReadonlyArray<CodeForm>>
  readonly groupSets: ReadonlyArray<ReadonlyArray<GroupForm>>
}

/** Returns the forms of a table. Each of the lists is computed on first use. */
export const of = (table: ProductTable, view: View): Forms => ({
  get places() {
    return table.keeperOf("location").once("places", () => makePlaces(table, view), view.shared)
  },
  get materials() {
    return table.keeperOf("materialSet").once("material forms", () => makeMaterials(table, view.shared), view.shared)
  },
  get codeSets() {
    return table.keeperOf("codeSet").once("code sets", () => makeCodeSets(table, view.shared), view.shared)
  },
  get groupSets() {
    return table.keeperOf("groupSet").once("group sets", () => makeGroupSets(table))
  }
})

type Level = "Site" | "Building" | "Floor" | "Space"

/** The level that each type of location is shown as. Other facilities count as Building, their parts as Floor. */
const levels: Readonly<Record<string, Level>> = {
  Site: "Site",
  Building: "Building",
  Floor: "Floor",
  Space: "Space",
  Bridge: "Building",
  MarineFacility: "Building",
  Railway: "Building",
  Road: "Building",
  Facility: "Building",
  BridgePart: "Floor",
  FacilityPartCommon: "Floor",
  MarinePart: "Floor",
  RailwayPart: "Floor",
  RoadPart: "Floor",
  ExternalSpatialElement: "Space"
}

const deepest = 256
const unplaced: Place = {
  shown: { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" },
  texts: []
}

/**
 * Returns a function that looks up the current state of a location: null if it was deleted, undefined if it is unknown.
 */
const locationsOf = (table: ProductTable, view: View): ((guid: string) => LocationNow | null | undefined) => {
  const own = new Map<string, LocationNow>()
  for (const { guid, name, type, parent } of table.locations) {
    if (type !== "") own.set(guid, { name, type, parentGuid: table.locations[parent]?.guid ?? null })
  }
  return (guid) => {
    const now = locationNow(view, guid)
    return now === undefined ? own.get(guid) : now
  }
}

const makePlaces = (table: ProductTable, view: View): ReadonlyArray<Place> => {
  const find = locationsOf(table, view)
  return [unplaced, ...table.locations.map(({ guid }) => placeOf(guid, find))]
}

/** Returns the place of a location, or "unplaced" if it is unknown, or if it or one of its ancestors was deleted. */
const placeOf = (guid: string, find: ReturnType<typeof locationsOf>): Place => {
  const place: { [level in Level]: string | null } = { Site: null, Building: null, Floor: null, Space: null }
  const texts: Array<string> = []
  const met = new Set<Level>()
  let at: string | null = guid
  for (let depth = 0; at !== null && depth < deepest; depth++) {
    const location: LocationNow | null | undefined = find(at)
    if (location === null || (location === undefined && at === guid)) return unplaced
    if (location === undefined) break
    const level = Object.hasOwn(levels, location.type) ? levels[location.type] : undefined
    if (level !== undefined && !met.has(level)) {
      met.add(level)
      place[level] = location.name
    }
    if (location.name !== "") texts.push(location.name)
    texts.push(at)
    at = location.parentGuid
  }
  return { shown: { ...place, SpatialLocationId: guid }, texts }
}

const withoutMaterial: MaterialForm = { shown: { Name: null, MaterialId: null, Layers: "" }, entries: [] }

const makeMaterials = (table: ProductTable, { references }: SharedView): ReadonlyArray<MaterialForm> => {
  const { names, sets } = table.materials
  const entries = table.materialGuids.map((guid, i) => {
    const name = references.materials.get(guid) === undefined ? names[i] : references.materials.get(guid)?.name
    return name === undefined ? null : { guid, name }
  })
  return [withoutMaterial, ...sets.map((set) => materialForm(set, entries))]
}

const materialForm = (
  set: ContentMaterialSet,
  materials: ReadonlyArray<{ readonly guid: string; readonly name: string } | null>
): MaterialForm => {
  const layers = set.layers.map((layer) => ({
    layer,
    material: layer.material === -1 ? undefined : materials[layer.material]
  }))
  const isBare = set.form === "single" || set.form === "list"
  const left = isBare ? layers.filter(({ material }) => material !== null) : layers
  const entries = left.map(({ layer, material }) => ({
    MaterialId: material?.guid ?? null,
    Name: material === undefined ? layer.name : (material?.name ?? null),
    Thickness: layer.thickness
  }))
  const guids = new Set(entries.map(({ MaterialId }) => MaterialId))
  const texts = left.map(({ layer }, i) => layerText(entries[i]!.Name, layer.thickness, layer.fraction, set.form))
  const shown = {
    Name: set.form === "single" ? (entries[0]?.Name ?? null) : set.name,
    MaterialId: guids.size === 1 ? [...guids][0]! : null,
    Layers: texts.filter((text) => text !== "").join(" | ")
  }
  return { shown, entries }
}

const layerText = (
  name: string | null,
  thickness: number | null,
  fraction: number | null,
  form: ContentMaterialSet["form"]
): string => {
  const size =
    form === "single" || form === "list"
      ? ""
      : thickness !== null
        ? significant(thickness)
        : fraction !== null
          ? `${significant(fraction * 100)}%`
          : ""
  return [name ?? "", size].filter((part) => part !== "").join(" ")
}

/** Formats a number with at most six significant digits, without trailing zeros. */
const significant = (value: number): string => {
  const rounded = Number(value.toPrecision(6))
  return Object.is(rounded, -0) ? "0" : String(rounded)
}

/**
 * Returns the lists of codes that products show: their own, and those of their types in the libraries in which they have
 * none of their own.
 */
const makeCodeSets = (table: ProductTable, shared: SharedView): ReadonlyArray<ReadonlyArray<CodeForm>> => {
  const { sets } = table.codes
  const found = codesNow(table, shared)
  const formsOf = (codes: ReadonlyArray<number>, isOfType: boolean): ReadonlyArray<CodeForm> =>
    codes.flatMap((code) => {
      const form = found[code]!
      return form === null ? [] : [{ ...form, isOfType }]
    })
  return sets.map(({ ofType, own }) => {
    const owned = formsOf(own, false)
    if (ofType.length === 0) return owned
    const libraries = new Set(owned.map(({ libraryGuid }) => libraryGuid))
    return [...owned, ...formsOf(ofType, true).filter(({ libraryGuid }) => !libraries.has(libraryGuid))]
  })
}

/** Returns the current state of the codes of a table by their index, null if they were deleted. */
const codesNow = (
  table: ProductTable,
  { references }: SharedView
): ReadonlyArray<Omit<CodeForm, "isOfType"> | null> => {
  const { codifications, codes } = table.codes
  const { modelGuid } = table.structure
  return table.codeGuids.map((guid, i) => {
    const now = references.codes.get(guid)
    if (now === null || (now === undefined && codes[i] === undefined)) return null
    if (now !== undefined) {
      return { guid, identification: now.identification, name: now.name, libraryGuid: now.libraryGuid }
    }
    const { codification, identification, name } = codes[i]!
    const libraryGuid = DerivedUuid.ofCodification(modelGuid, codifications[codification] ?? null)
    return { guid, identification, name, libraryGuid }
  })
}

/** Returns a function that finds the library of a code by the code's guid; undefined if the code is unknown. */
export const libraryOfCode = (table: ProductTable, { shared }: View): ((guid: string) => string | undefined) => {
  const own = table
    .keeperOf("codeSet")
    .once(
      "libraries of codes",
      () => new Map(codesNow(table, shared).map((code) => [code?.guid, code?.libraryGuid])),
      shared
    )
  return (guid) => shared.references.codes.get(guid)?.libraryGuid ?? own.get(guid)
}

const makeGroupSets = (table: ProductTable): ReadonlyArray<ReadonlyArray<GroupForm>> => {
  const { groups, sets } = table.assignments
  const shown = groups.map(({ class: Class, guid: Guid, name: Name }): GroupForm => ({ Guid, Name, Class }))
  return sets.map((set) => set.map((group) => shown[group]!))
}
