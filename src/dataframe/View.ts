import type { FieldDataType } from "../domain/FieldDetail.ts"

/** A property that the project defines, whether a product has it or not. */
export interface CustomDefinition {
  readonly set: string
  readonly name: string
  readonly guid: string
  readonly dataType: FieldDataType
  readonly unit: string | null
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
 * What project and caller add to a table. Plain data that survives `structuredClone`.
 *
 * One state of the project is one object: what is worked out for a view is kept as long as the object lives,
 * so make it once and hand the same one to every query.
 */
export interface View {
  readonly projectId: string
  readonly definitions: ReadonlyArray<CustomDefinition>
  /** PropertyIds that are not the derived ones, by `set\0name`. */
  readonly propertyGuids: ReadonlyMap<string, string>
  /** What differs from the table, or is not in it, by guid; null: deleted, so that nothing may refer to it. */
  readonly references: {
    readonly locations: ReadonlyMap<string, LocationNow | null>
    readonly materials: ReadonlyMap<string, { readonly name: string } | null>
    readonly codes: ReadonlyMap<string, CodeNow | null>
  }
}

/** The view of a project that has added nothing. */
export const empty = (projectId: string): View => ({
  projectId,
  definitions: [],
  propertyGuids: new Map(),
  references: { locations: new Map(), materials: new Map(), codes: new Map() }
})

export const propertyKey = (set: string, name: string): string => `${set}\0${name}`
