import type { Edit, EditedAttribute, EditedValue, OwnDeleted } from "../../domain/edits/Edit.ts"

/** One value for each edited product, by the product's guid. */
export type ByGuid<A> = ReadonlyMap<string, A>

/** The edits of the codes of a product. */
export interface CodesNow {
  /** The codes that replace those of the product, or null if these remain. */
  readonly all: ReadonlyArray<string> | null
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/**
 * The edits that apply to the tables of a model for one caller. It is immutable plain data that survives
 * `structuredClone`: further edits return a new overlay that shares all unchanged parts with the old one.
 * `EditedTable.of` applies it to a table.
 */
export interface Overlay {
  /** The edited cells of each property, by set, `\0` and name. */
  readonly properties: ReadonlyMap<string, ByGuid<EditedValue | OwnDeleted>>
  readonly attributes: ReadonlyMap<EditedAttribute, ByGuid<string | null>>
  readonly locations: ByGuid<string>
  readonly materials: ByGuid<string | null | OwnDeleted>
  readonly codes: ByGuid<CodesNow>
  /** The guids of deleted products. */
  readonly deleted: ReadonlySet<string>
  /** The units that edits use, without duplicates. Later overlays append to the list and never reorder it. */
  readonly units: ReadonlyArray<string>
}

/** The overlay without edits, for a model as it was imported. */
export const empty: Overlay = {
  properties: new Map(),
  attributes: new Map(),
  locations: new Map(),
  materials: new Map(),
  codes: new Map(),
  deleted: new Set(),
  units: []
}

export const isEmpty = ({ attributes, codes, deleted, locations, materials, properties }: Overlay): boolean =>
  [properties, attributes, locations, materials, codes, deleted].every(({ size }) => size === 0)

/** Returns the overlay with more edits applied. Of several edits of one cell the last one wins. */
export const add = (overlay: Overlay, edits: Iterable<Edit>): Overlay => {
  const now: { -readonly [member in keyof Overlay]: Overlay[member] } = { ...overlay }
  const copies = new Set<object>()
  /** Returns a copy that only this call owns, made on first use. */
  const own = <K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V> => {
    if (map !== undefined && copies.has(map)) return map as Map<K, V>
    const copy = new Map(map)
    copies.add(copy)
    return copy
  }
  /** Returns an owned copy of the edits of a product's codes. */
  const ownCodes = (guid: string): OwnCodes => {
    const known = now.codes.get(guid)
    if (known !== undefined && copies.has(known)) return known as OwnCodes
    const copy = { all: known?.all ?? null, added: new Set(known?.added), removed: new Set(known?.removed) }
    copies.add(copy)
    now.codes = own(now.codes).set(guid, copy)
    return copy
  }
  const deleted = new Set<string>()
  const units = new Set<string>()
  for (const edit of edits) {
    const { guid } = edit
    switch (edit.kind) {
      case "Property": {
        const key = `${edit.set}\0${edit.name}`
        now.properties = own(now.properties).set(key, own(now.properties.get(key)).set(guid, edit.now))
        if ("unit" in edit.now && edit.now.unit !== null) units.add(edit.now.unit)
        break
      }
      case "Attribute":
        now.attributes = own(now.attributes).set(edit.name, own(now.attributes.get(edit.name)).set(guid, edit.now))
        break
      case "SpatialLocation":
        now.locations = own(now.locations).set(guid, edit.now)
        break
      case "Material":
        now.materials = own(now.materials).set(guid, edit.now)
        break
      case "Code":
        putCode(ownCodes(guid), edit.code, edit.now)
        break
      case "Codes":
        now.codes = own(now.codes).set(guid, { all: [...new Set(edit.now)], ...nothing })
        break
      default:
        deleted.add(guid)
    }
  }
  if (deleted.size > 0) now.deleted = overlay.deleted.union(deleted)
  const news = units.difference(new Set(overlay.units))
  if (news.size > 0) now.units = [...overlay.units, ...news]
  return now
}

/** Generates edits that turn the empty overlay into this one. */
export function* edits(overlay: Overlay): Generator<Edit> {
  for (const [key, cells] of overlay.properties) {
    const [set, name] = key.split("\0") as [string, string]
    for (const [guid, now] of cells) yield { kind: "Property", guid, set, name, now }
  }
  for (const [name, cells] of overlay.attributes) {
    for (const [guid, now] of cells) yield { kind: "Attribute", guid, name, now }
  }
  for (const [guid, now] of overlay.locations) yield { kind: "SpatialLocation", guid, now }
  for (const [guid, now] of overlay.materials) yield { kind: "Material", guid, now }
  for (const [guid, { added, all, removed }] of overlay.codes) {
    if (all !== null) yield { kind: "Codes", guid, now: all }
    for (const code of added) yield { kind: "Code", guid, code, now: true }
    for (const code of removed) yield { kind: "Code", guid, code, now: false }
  }
  for (const guid of overlay.deleted) yield { kind: "Deleted", guid }
}

const nothing: Pick<CodesNow, "added" | "removed"> = { added: new Set(), removed: new Set() }

interface OwnCodes extends CodesNow {
  readonly added: Set<string>
  readonly removed: Set<string>
}

/** Adds or removes a code. The latest edit of a code replaces earlier ones and moves to the end. */
const putCode = ({ added, removed }: OwnCodes, code: string, has: boolean): void => {
  added.delete(code)
  removed.delete(code)
  if (has) added.add(code)
  else removed.add(code)
}
