import type { ContentCode, ContentCodification, ContentMaterial } from "../../domain/models/ModelContent.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import type { SharedLocation, SharedSlice } from "../../domain/models/SharedSlice.ts"

/** The kind of the items of a slice. */
export type Kind = keyof SharedSlice

type Place = Omit<SharedLocation, "properties">

/** A slice without the properties of its locations. */
interface Head extends Omit<SharedSlice, "locations"> {
  readonly locations: ReadonlyArray<Place>
}

type Is = (value: unknown) => boolean
/** Checks for the fields of an object. */
type Members<A> = Readonly<Record<keyof A, Is>>

const isText: Is = (value) => typeof value === "string"
const isTextOrNull: Is = (value) => value === null || typeof value === "string"
const isTextOrAbsent: Is = (value) => value === undefined || typeof value === "string"
const isTrueOrAbsent: Is = (value) => value === undefined || value === true
const isWhole: Is = Number.isInteger

const has = (members: Readonly<Record<string, Is>>): Is => {
  const all = Object.entries(members)
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    all.every(([name, is]) => is((value as Readonly<Record<string, unknown>>)[name]))
}

const are =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is)

const areRows = are(has({ set: isText, name: isText, value: isText } satisfies Members<PropertyRow>))

const isLocation = has({
  guid: isText,
  name: isText,
  type: isText,
  parent: isWhole
} satisfies Members<Place>)
const isMaterial = has({
  name: isText,
  description: isTextOrNull,
  category: isTextOrNull,
  properties: areRows
} satisfies Members<ContentMaterial>)
const isCodification = has({
  name: isTextOrNull,
  key: isTextOrNull,
  description: isTextOrNull,
  source: isTextOrNull,
  edition: isTextOrNull,
  editionDate: isTextOrNull,
  uri: isTextOrNull,
  isKnown: isTrueOrAbsent
} satisfies Members<ContentCodification>)
const isCode = has({
  codification: isWhole,
  identification: isText,
  name: isText,
  description: isTextOrNull,
  uri: isTextOrNull,
  parent: isWhole,
  guid: isTextOrAbsent
} satisfies Members<ContentCode>)

/** Decoding by a schema would take longer than reading and storing the slice. */
const isHead = has({
  locations: are(isLocation),
  materials: are(isMaterial),
  codifications: are(isCodification),
  codes: are(isCode)
} satisfies Members<Head>)

/** Returns the slice of a line of `ImportedContent`. Throws if the line is malformed. */
export const headOf = (line: string): Head => {
  const head: unknown = JSON.parse(line)
  if (!isHead(head)) throw new Error("not a slice of shared data")
  return head as Head
}
