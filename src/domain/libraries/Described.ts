import type { LocationType } from "./Location.ts"

/** A material as a file describes it. */
export interface DescribedMaterial {
  readonly name: string
  readonly description: string | null
  readonly category: string | null
}

/** A classification system as a file describes it. */
export interface DescribedSystem {
  readonly name: string
  readonly source: string | null
  readonly edition: string | null
  readonly editionDate: string | null
}

/** A code as a file describes it. */
export interface DescribedCode {
  readonly identification: string
  readonly name: string
  readonly description: string | null
  readonly uri: string | null
  /** Its classification system; null if the file names none. */
  readonly system: DescribedSystem | null
}

/** A location as a file describes it. */
export interface DescribedLocation {
  readonly name: string
  readonly type: LocationType
  readonly parentGuid: string | null
}

/**
 * The objects that edits refer to, by guid, with everything that a file is to say about them. Locations include those
 * above them.
 */
export interface DescribedReferences {
  readonly materials: ReadonlyMap<string, DescribedMaterial>
  readonly codes: ReadonlyMap<string, DescribedCode>
  readonly locations: ReadonlyMap<string, DescribedLocation>
}
