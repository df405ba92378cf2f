import type {
  ContentCode,
  ContentLocation,
  ContentMaterialSet,
  ContentUnit,
  ModelContent
} from "../../domain/ModelContent.ts"

/** The small lists of a container, which are kept as JSON and read when a query needs them. */
export interface StructureSection {
  readonly modelGuid: string
  readonly schema: ModelContent["schema"]
  readonly classes: ReadonlyArray<string>
  readonly units: ReadonlyArray<ContentUnit>
  readonly lengthUnit: number
}

export type LocationSection = ReadonlyArray<Pick<ContentLocation, "guid" | "name" | "type" | "parent">>

export interface MaterialSection {
  readonly names: ReadonlyArray<string>
  readonly sets: ReadonlyArray<ContentMaterialSet>
}

export interface CodeSection {
  readonly codifications: ReadonlyArray<string | null>
  readonly codes: ReadonlyArray<Pick<ContentCode, "codification" | "identification" | "name">>
  /** Distinct lists of codes, as products have them; the first is the empty one. */
  readonly sets: ReadonlyArray<ReadonlyArray<number>>
}
