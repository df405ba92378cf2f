import type { Json, JsonObject } from "../../../../spec-tests/harness/Answer.ts"

/** Cells by product and field. */
export type Cells = Readonly<Record<string, JsonObject>>

/** The unit and the data type of a field as M3 gives them. */
export type Details = Readonly<Record<string, JsonObject>>

/** A filter, and the products that it finds; several lists if any of them is acceptable. */
export type Filter = readonly [
  filter: JsonObject,
  guids: ReadonlyArray<string> | { readonly oneOf: ReadonlyArray<ReadonlyArray<string>> }
]

/**
 * The quantities that M6 must answer. A value is a number, null if it must be missing, or a number with its origin and
 * tolerance.
 */
export interface Quantities {
  readonly filters?: ReadonlyArray<JsonObject>
  readonly totals?: Readonly<Record<string, Json>>
  readonly products?: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly alsoCarriedByParts?: Readonly<Record<string, ReadonlyArray<string>>>
}

export interface ExportExpected {
  /** Regular expressions that the text matches. */
  readonly has?: ReadonlyArray<string>
  /** Number of instances by entity. */
  readonly count?: Readonly<Record<string, number>>
  /** Properties that have a unit in the file or are named in the report of the export. */
  readonly unitOrNoted?: ReadonlyArray<string>
  /** Properties that are IFCREAL without unit and named in the report of the export. */
  readonly noted?: ReadonlyArray<string>
}

/** The entry of one file in `expected.json`, whose README describes each member. */
export interface Expected {
  readonly fault: string
  readonly title: string
  readonly products?: Cells
  readonly details?: Details
  readonly unlisted?: ReadonlyArray<string>
  readonly filters?: ReadonlyArray<Filter>
  readonly quantities?: Quantities
  readonly computed?: Readonly<Record<string, Readonly<Record<string, Json>>>>
  /** Relative, in place of 0.6 %, for `computed`. */
  readonly tolerance?: number
  readonly locations?: Cells
  /** Number of codification libraries by name. */
  readonly libraries?: Readonly<Record<string, number>>
  readonly materials?: Readonly<Record<string, ReadonlyArray<readonly [set: string, name: string, value: string]>>>
  readonly warnings?: ReadonlyArray<string>
  readonly noWarnings?: ReadonlyArray<string>
  readonly codes?: ReadonlyArray<{ readonly library: string; readonly identification: string; readonly name: string }>
  readonly definitions?: ReadonlyArray<JsonObject>
  /** The body of M12; `{code}` and `{codes}` stand for the guids of `codes`. */
  readonly change?: JsonObject
  /** Products that M13 deletes. */
  readonly delete?: ReadonlyArray<string>
  /** The cells that products must show after the edit, before it is published. */
  readonly view?: Cells
  readonly export?: ExportExpected
  readonly after?: Pick<Expected, "products" | "details">
  /** How often the export is taken as the model's new file before `after` is read. */
  readonly takeBack?: number
}
