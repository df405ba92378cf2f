import type {
  ContentCode,
  ContentLocation,
  ContentMaterialSet,
  ContentUnit,
  ModelContent
} from "../../domain/models/ModelContent.ts"

/** The small lists of a container, which are kept as JSON and read when a query needs them. */
export interface StructureSection {
  readonly modelGuid: string
  readonly schema: ModelContent["schema"]
  readonly classes: ReadonlyArray<string>
  readonly units: ReadonlyArray<ContentUnit>
  readonly lengthUnit: number
}

/** Where edits lie over a table, locations of other files and of users stand behind, of which the guid alone is known. */
export type LocationSection = ReadonlyArray<Pick<ContentLocation, "guid" | "name" | "type" | "parent">>

export interface MaterialSection {
  readonly names: ReadonlyArray<string>
  readonly sets: ReadonlyArray<ContentMaterialSet>
  /** Of materials that edits name and the model does not have, numbered behind `names`. */
  readonly guids?: ReadonlyArray<string>
}

export interface CodeSection {
  readonly codifications: ReadonlyArray<string | null>
  readonly codes: ReadonlyArray<Pick<ContentCode, "codification" | "identification" | "name">>
  /** Of codes that edits name and the model does not have, numbered behind `codes`. */
  readonly guids?: ReadonlyArray<string>
  /** Distinct lists of codes, as products have them; the first is the empty one. */
  readonly sets: ReadonlyArray<ReadonlyArray<number>>
}
