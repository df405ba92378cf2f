import type {
  ContentCode,
  ContentCodification,
  ContentLocation,
  ContentMaterial
} from "../../domain/models/ModelContent.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import type { SharedContent } from "../../domain/models/SharedSlice.ts"

/** The kind of the items of a line. */
export type Kind = keyof SharedContent

/** Kind of lines with further properties of the preceding location. */
export const more = "more"

type Is = (value: unknown) => boolean
/** Checks for the fields of an object. */
type Members<A> = Readonly<Record<keyof A, Is>>

const isText: Is = (value) => typeof value === "string"
const isTextOrNull: Is = (value) => value === null || typeof value === "string"
const isTextOrAbsent: Is = (value) => value === undefined || typeof value === "string"
const isTrueOrAbsent: Is = (value) => value === undefined || typeof value === "boolean"
const isWhole: Is = Number.isInteger

const has = (members: Readonly<Record<string, Is>>): Is => {
  const all = Object.entries(members)
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    all.every(([name, is]) => is((value as Readonly<Record<string, unknown>>)[name]))
}

const isRow = has({ set: isText, name: isText, value: isText } satisfies Members<PropertyRow>)
const areRows: Is = (value) => Array.isArray(value) && value.every(isRow)

const isLocation = has({
  guid: isText,
  name: isText,
  type: isText,
  parent: isWhole,
  longName: isTextOrNull,
  properties: areRows
} satisfies Members<ContentLocation>)
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

/** Checks for the items of a line. Decoding by a schema would take longer than reading and storing them. */
const checks: Readonly<Record<string, Is>> = {
  locations: isLocation,
  materials: isMaterial,
  codifications: isCodification,
  codes: isCode,
  [more]: isRow
}

/** Returns the kind and the items of a line of `ImportedContent`. Throws if the line is malformed. */
export const parsed = (line: string): readonly [Kind | typeof more, ReadonlyArray<never>] => {
  const [kind, items] = JSON.parse(line) as readonly [Kind | typeof more, ReadonlyArray<never>]
  if (!items.every(checks[kind]!)) throw new Error(`what is no list of ${kind}`)
  return [kind, items]
}
