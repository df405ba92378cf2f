import type {
  ContentCode,
  ContentCodification,
  ContentLocation,
  ContentMaterial,
  ModelContent
} from "./ModelContent.ts"
import type { PropertyRow } from "../products/PropertyRow.ts"

/** The parts of the content that an import adds to the project, as unchanged arrays. */
export type SharedContent = Pick<ModelContent, "locations" | "materials" | "codifications" | "codes">

/** A location of the content. Its properties are the JSON of their rows, which nobody needs to parse again. */
export interface SharedLocation extends Pick<ContentLocation, "guid" | "name" | "type" | "parent"> {
  readonly properties: string
}

/**
 * The next items of each kind, in the order of the content, which has all locations first, then materials,
 * codifications, codes. `parent` and `codification` are indices from the first item of their kind, whichever slice that
 * was in.
 */
export interface SharedSlice {
  readonly locations: ReadonlyArray<SharedLocation>
  readonly materials: ReadonlyArray<ContentMaterial>
  readonly codifications: ReadonlyArray<ContentCodification>
  readonly codes: ReadonlyArray<ContentCode>
}

/** Returns a location with the rows of its properties, beginning with a long name. */
export const locationOf = ({ guid, longName, name, parent, properties, type }: ContentLocation): SharedLocation => {
  const first: ReadonlyArray<PropertyRow> = longName === null ? [] : [{ set: "", name: "LongName", value: longName }]
  return { guid, name, type, parent, properties: JSON.stringify([...first, ...properties]) }
}

/** Returns a content as one slice. */
export const sliceOf = (content: SharedContent): SharedSlice => ({
  ...content,
  locations: content.locations.map(locationOf)
})
