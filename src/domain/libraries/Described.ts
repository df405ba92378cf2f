import type { LocationType } from "./Location.ts"

/** What a file says of a material. */
export interface DescribedMaterial {
  readonly name: string
  readonly description: string | null
  readonly category: string | null
}

/** What a file says of a code. */
export interface DescribedCode {
  readonly identification: string
  readonly name: string
  readonly description: string | null
  readonly uri: string | null
  /** Of its system; null: the file names none. */
  readonly system: string | null
}

/** What a file says of a location. */
export interface DescribedLocation {
  readonly name: string
  readonly type: LocationType
  readonly parentGuid: string | null
}

/** What edits refer to, by guid, with all that a file is to say of it; locations with those above them. */
export interface DescribedReferences {
  readonly materials: ReadonlyMap<string, DescribedMaterial>
  readonly codes: ReadonlyMap<string, DescribedCode>
  readonly locations: ReadonlyMap<string, DescribedLocation>
}
