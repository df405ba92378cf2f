import type { View } from "./View.ts"

interface Kept {
  readonly projectId: View["projectId"]
  readonly definitions: View["definitions"]
  readonly propertyGuids: ReadonlyArray<readonly [string, string]>
  readonly locations: ReadonlyArray<readonly [string, unknown]>
  readonly materials: ReadonlyArray<readonly [string, unknown]>
  readonly codes: ReadonlyArray<readonly [string, unknown]>
}

/** A view as JSON: an operation that was started on it keeps it. */
export const write = ({ definitions, projectId, propertyGuids, references }: View): string =>
  JSON.stringify({
    projectId,
    definitions,
    propertyGuids: [...propertyGuids],
    locations: [...references.locations],
    materials: [...references.materials],
    codes: [...references.codes]
  } satisfies Kept)

/** The view of a text that `write` gave. */
export const read = (text: string): View => {
  const { codes, definitions, locations, materials, projectId, propertyGuids } = JSON.parse(text) as Kept
  return {
    projectId,
    definitions,
    propertyGuids: new Map(propertyGuids),
    references: {
      locations: new Map(locations as Iterable<never>),
      materials: new Map(materials as Iterable<never>),
      codes: new Map(codes as Iterable<never>)
    }
  }
}
