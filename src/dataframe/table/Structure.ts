import type {
  ContentCode,
  ContentGroup,
  ContentLocation,
  ContentMaterialSet,
  ContentUnit,
  ItemType,
  ModelContent
} from "../../domain/models/ModelContent.ts"

/** The small lists of a container, which are stored as JSON and parsed when a query needs them. */
export interface StructureSection {
  readonly modelGuid: string
  readonly schema: ModelContent["schema"]
  readonly classes: ReadonlyArray<string>
  readonly units: ReadonlyArray<ContentUnit>
  /** The model's units of length, area and volume, -1 for none. Absent in tables of format 1: the last two. */
  readonly lengthUnit: number
  readonly areaUnit?: number
  readonly volumeUnit?: number
  /** The types of the items of lists, by set and name with a NUL between; absent if no list has one. */
  readonly items?: Readonly<Record<string, ItemType>>
}

/** In an edited table, locations from other files and from users follow. Only their guid is known. */
export type LocationSection = ReadonlyArray<Pick<ContentLocation, "guid" | "name" | "type" | "parent">>

export interface MaterialSection {
  readonly names: ReadonlyArray<string>
  readonly sets: ReadonlyArray<ContentMaterialSet>
  /** The guids of materials that only edits refer to, numbered after `names`. */
  readonly guids?: ReadonlyArray<string>
}

export interface CodeSection {
  /** The keys of the classification systems, from which the guids of their libraries and codes are derived. */
  readonly codifications: ReadonlyArray<string | null>
  readonly codes: ReadonlyArray<
    Pick<ContentCode, "codification" | "identification" | "name" | "guid"> & {
      /** Index of the code above. Absent for codes at the top, and in tables of before parents were kept. */
      readonly parent?: number
    }
  >
  /** The guids of codes that only edits refer to, numbered after `codes`. */
  readonly guids?: ReadonlyArray<string>
  /** The distinct lists of codes that products have: their own, then those of their types. The first one is empty. */
  readonly sets: ReadonlyArray<CodeSet>
}

export interface CodeSet {
  readonly own: ReadonlyArray<number>
  /** The codes of the type. Those of libraries in which the product has own ones do not count. */
  readonly ofType: ReadonlyArray<number>
}

/** The groups that products are assigned to, and the distinct lists of them; the first one is empty. */
export interface GroupSection {
  readonly groups: ReadonlyArray<ContentGroup>
  readonly sets: ReadonlyArray<ReadonlyArray<number>>
}
