import type { EntityType } from "../../domain/libraries/EntityType.ts"
import type { FieldDataType } from "../../domain/products/FieldDetail.ts"
import * as Overlay from "./Overlay.ts"

/** A property that the project defines, regardless of whether a product has it. */
export interface CustomDefinition {
  readonly set: string
  readonly name: string
  readonly guid: string
  readonly dataType: FieldDataType
  readonly unit: string | null
  /** The physical quantity that numbers measure. Absent in views stored before this field existed. */
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
  /** The code above. Absent in views stored before this member existed: that of the table applies. */
  readonly parentGuid?: string | null
}

/**
 * The data that a project adds to the tables of its models. Results derived from it and a table are cached as long as
 * the object lives, so create one object per state and pass the same one to every query.
 */
export interface SharedView {
  readonly projectId: string
  readonly definitions: ReadonlyArray<CustomDefinition>
  /** The entity types that each custom set applies to. Sets that apply to everything are left out. */
  readonly entityTypes: ReadonlyMap<string, ReadonlyArray<EntityType>>
  /** The PropertyIds that are not the derived ones, by `set\0name`. */
  readonly propertyGuids: ReadonlyMap<string, string>
  /**
   * The references whose state differs from the tables or that are missing there, by guid. Null means deleted: nothing
   * may refer to it.
   */
  readonly references: {
    readonly locations: ReadonlyMap<string, LocationNow | null>
    /**
     * The last shared data version that contained an imported location before it was deleted. A later version may
     * contain it again.
     */
    readonly deletedLocations: ReadonlyMap<string, number>
    readonly materials: ReadonlyMap<string, { readonly name: string } | null>
    readonly codes: ReadonlyMap<string, CodeNow | null>
  }
}

/** The project's data and the caller's edits on top of a table. It is plain data that survives `structuredClone`. */
export interface View {
  readonly shared: SharedView
  /**
   * The shared data version that the table's file was imported with. A location deleted later is gone from the table.
   */
  readonly importedWith: number
  readonly overlay: Overlay.Overlay
}

/** Returns the view of a model without edits in a project without data other than `added`. */
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

/** Returns the current state of a location: null if it was deleted, undefined if the table's own data still applies. */
export const locationNow = ({ importedWith, shared }: View, guid: string): LocationNow | null | undefined => {
  const { deletedLocations, locations } = shared.references
  return (deletedLocations.get(guid) ?? -1) >= importedWith ? null : locations.get(guid)
}

export const propertyKey = (set: string, name: string): string => `${set}\0${name}`
