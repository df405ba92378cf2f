/** The reason why an entity does not meet a facet. */
export interface Unmet {
  readonly code: UnmetCode
  /** Whether the value that the facet describes is missing, so that an optional requirement is met. */
  readonly isAbsent: boolean
  /** Returns the reason as a sentence. */
  readonly reason: () => string
}

export type UnmetCode =
  | "ClassDiffers"
  | "PredefinedTypeDiffers"
  | "AttributeMissing"
  | "AttributeEmpty"
  | "AttributeDiffers"
  | "PropertySetMissing"
  | "PropertyMissing"
  | "PropertyEmpty"
  | "DataTypeDiffers"
  | "PropertyDiffers"
  | "NotClassified"
  | "SystemDiffers"
  | "ClassificationDiffers"
  | "MaterialMissing"
  | "MaterialDiffers"
  | "PartOfNothing"
  | "WholeDiffers"
  | "Prohibited"

/** A facet of a document, bound to the entities of a file. */
export interface BoundFacet {
  /** Returns null if an entity meets the facet, otherwise the reason why it does not. */
  readonly check: (row: number) => Unmet | null
  /** Returns all rows that may meet the facet, in any order and without repetition. */
  readonly candidates: () => Iterable<number>
}

export const unmet = (code: UnmetCode, reason: () => string, isAbsent = false): Unmet => ({ code, isAbsent, reason })

/** Returns a function that calls `make` once for each key. */
export const remembered = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => known.getOrInsertComputed(key, () => make(key))
}

/** Yields the rows that pass a test. */
export function* rowsWhere(rows: number, test: (row: number) => boolean): Generator<number> {
  for (let row = 0; row < rows; row++) if (test(row)) yield row
}
