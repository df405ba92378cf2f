import type { Texts } from "./Texts.ts"

/** The codes of the cells of a column. */
export type Codes = Uint8Array | Uint16Array | Uint32Array

/** The distinct values of a column in another form, such as converted to other units. */
export interface OtherValues {
  /** The texts, in order. Null if they are as before. */
  readonly texts: OtherTexts | null
  /** The values that are not texts; for a column without dictionary one for each cell. */
  readonly numbers: Float64Array
  /** The kind of each value; for a column without dictionary the one that all have. */
  readonly kinds: Uint8Array
}

export interface OtherTexts {
  readonly texts: Texts
  readonly count: number
  /** The code of each cell, and one element more. */
  readonly codes: Codes
  readonly units: Int16Array
  readonly items: ReadonlyMap<number, Uint32Array>
  readonly enumeration: ReadonlyArray<string> | null
}
