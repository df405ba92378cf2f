import type { EntityType } from "../../domain/libraries/EntityType.ts"
import type { FieldDataType } from "../../domain/products/FieldDetail.ts"
import * as Overlay from "./Overlay.ts"

/** A property that the project defines, whether a product has it or not. */
export interface CustomDefinition {
  readonly set: string
  readonly name: string
  readonly guid: string
  readonly dataType: FieldDataType
  readonly unit: string | null
  /** What numbers measure; absent in views of before that was kept. */
  readonly measure?: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

export interface LocationNow {
  readonly name: string
  readonly type: string
  readonly parentGuid: string | null
}

export interface CodeNow {
  readonly identification: string
  readonly name: string
  readonly libraryGuid: string
}

/**
 * What a project adds to the tables of its models. One state of it is one object: what is worked out for it and a table
 * is kept as long as the object lives, so make it once and hand the same one to every query.
 */
export interface SharedView {
  readonly projectId: string
  readonly definitions: ReadonlyArray<CustomDefinition>
  /** What custom sets are for, by set; those for everything are left out. */
  readonly entityTypes: ReadonlyMap<string, ReadonlyArray<EntityType>>
  /** PropertyIds that are not the derived ones, by `set\0name`. */
  readonly propertyGuids: ReadonlyMap<string, string>
  /** What differs from the tables, or is not in them, by guid; null: deleted, so that nothing may refer to it. */
  readonly references: {
    readonly locations: ReadonlyMap<string, LocationNow | null>
    /** The shared data version that had an imported location last before it was deleted; it may have come back since. */
    readonly deletedLocations: ReadonlyMap<string, number>
    readonly materials: ReadonlyMap<string, { readonly name: string } | null>
    readonly codes: ReadonlyMap<string, CodeNow | null>
  }
}

/** What project and caller lay over a table. Plain data that survives `structuredClone`. */
export interface View {
  readonly shared: SharedView
  /** The shared data version that the file of the table came with: a location deleted later is gone from that table. */
  readonly importedWith: number
  readonly overlay: Overlay.Overlay
}

/** The view of a project that has added nothing but what is told, of a model that nobody has edited. */
export const empty = (projectId: string, added: Partial<SharedView> = {}): View => ({
  shared: {
    projectId,
    definitions: [],
    entityTypes: new Map(),
    propertyGuids: new Map(),
    references: { locations: new Map(), deletedLocations: new Map(), materials: new Map(), codes: new Map() },
    ...added
  },
  importedWith: 0,
  overlay: Overlay.empty
})

/** What a location of the table, or above one, is now: null where it was deleted, undefined where it is as it was. */
export const locationNow = ({ importedWith, shared }: View, guid: string): LocationNow | null | undefined => {
  const { deletedLocations, locations } = shared.references
  return (deletedLocations.get(guid) ?? -1) >= importedWith ? null : locations.get(guid)
}

export const propertyKey = (set: string, name: string): string => `${set}\0${name}`
