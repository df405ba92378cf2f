import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { limits } from "../Limits.ts"
import type { Scalar } from "../products/Filter.ts"
import { isLonger, isUnclean, unclean } from "../Text.ts"

const verbs = ["add", "update", "delete", "addOrUpdate"] as const
export type ModificationVerb = (typeof verbs)[number]

const shapeMembers = ["PropertySet", "Value", "SpatialLocationId", "MaterialId"] as const
type ShapeMember = (typeof shapeMembers)[number]

/** A value that was sent as an object, in a shape that reads return. */
export interface SentObject {
  /** The members that have a meaning, in our own spelling. */
  readonly members: { readonly [member in ShapeMember]?: unknown }
  /** All keys as they were sent. */
  readonly keys: ReadonlyArray<string>
}

export type SentValue = Scalar | ReadonlyArray<unknown> | SentObject

/** A change of one cell in a request. */
export interface Modification {
  readonly verb: ModificationVerb
  readonly field: string
  readonly guid: string
  readonly value: SentValue
}

/** Changes of the cells of one field in a request. The field is named once, however many cells there are. */
export interface FieldModifications extends Pick<Modification, "verb" | "field"> {
  readonly cells: ReadonlyArray<readonly [guid: string, value: SentValue]>
}

/** Yields the same changes cell by cell. */
export function* each(fields: Iterable<FieldModifications>): Generator<Modification> {
  for (const { cells, field, verb } of fields) for (const [guid, value] of cells) yield { verb, field, guid, value }
}

/**
 * Largest number of characters of a field: the names of a set and of a property, each as long as files have them, and a
 * dot. Errors repeat the field.
 */
export const longestField = 2049
/** Largest number of characters of a sent guid of a product. The guids of existing products have 22. */
export const longestGuid = 255

/** Returns true if a value was sent as an object. It is plain data, because it may come from another thread. */
export const isObject = (value: SentValue): value is SentObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Errors of modifications. If several apply to a cell, the first of them in this order is reported. */
const ModificationErrorCode = Schema.Literal(
  "ProductNotFound",
  "DuplicateModification",
  "FieldReadOnly",
  "FieldNotFound",
  "PropertyExists",
  "PropertyMissing",
  "PropertySetRequired",
  "PropertySetNotApplicable",
  "InvalidValue",
  "ReferenceNotFound",
  "Conflict",
  "TooManyErrors"
)
export type ModificationErrorCode = typeof ModificationErrorCode.Type

/** The reason why one cell of a request cannot be modified. */
export const ModificationError = Schema.Struct({
  guid: Schema.String,
  field: Schema.String.annotations({
    description: "The name of the field as it was sent; for an object with the wrong member"
  }),
  error: ModificationErrorCode,
  description: Schema.String
}).annotations({ identifier: "ModificationError" })
export type ModificationError = typeof ModificationError.Type

/** Largest number of errors that are reported of one request; `TooManyErrors` follows them. */
export const mostErrors = limits.errorsOfEdits.most
/**
 * Largest number of characters that errors repeat of fields and guids: 1,000 times a set name, a dot, a name and a
 * guid.
 */
export const mostRepeated = 1024 * 1024

/** A fault in the form of a body, and its place. */
interface Fault {
  readonly path: ReadonlyArray<string>
  readonly detail: string
}

const verbOf: ReadonlyMap<string, ModificationVerb> = new Map(verbs.map((verb) => [verb.toLowerCase(), verb]))
const memberOf: ReadonlyMap<string, ShapeMember> = new Map(shapeMembers.map((name) => [name.toLowerCase(), name]))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Parses the modifications of a body `{add?, update?, delete?, addOrUpdate?}`, each `{field: {guid: value}}`, in its
 * order. Verbs and members of values match without regard to case; fields, guids and the guids of codes are data.
 *
 * Fails if the form is different, a verb or a member appears twice, a field or a guid is too long, or a text contains
 * NUL or a lone surrogate.
 */
export const parse = (body: unknown): Either.Either<ReadonlyArray<FieldModifications>, Fault> => {
  if (!isRecord(body)) return Either.left({ path: [], detail: "must be an object" })
  const found: Array<FieldModifications> = []
  const met = new Set<ModificationVerb>()
  for (const [key, fields] of Object.entries(body)) {
    const verb = verbOf.get(key.toLowerCase())
    if (verb === undefined) continue
    const fault = (detail: string, ...path: ReadonlyArray<string>) => Either.left({ path: [key, ...path], detail })
    if (met.has(verb)) return fault(`${verb} stands twice`)
    met.add(verb)
    if (fields === null) continue
    if (!isRecord(fields)) return fault("must be an object of fields")
    for (const [field, values] of Object.entries(fields)) {
      const wrong = wrongKey(field, longestField)
      if (wrong !== null) return fault(wrong, field)
      if (!isRecord(values)) return fault("must be an object of values by product", field)
      const cells: Array<FieldModifications["cells"][number]> = []
      for (const [guid, sent] of Object.entries(values)) {
        const wrong = wrongKey(guid, longestGuid)
        const value = wrong === null ? valueOf(field, sent) : { wrong }
        if ("wrong" in value) return fault(value.wrong, field, guid)
        cells.push([guid, value.value])
      }
      if (cells.length > 0) found.push({ verb, field, cells })
    }
  }
  return Either.right(found)
}

const wrongKey = (key: string, most: number): string | null =>
  isLonger(key, most) ? `has more than ${most} characters` : isUnclean(key) ? unclean : null

const valueOf = (field: string, sent: unknown): { readonly value: SentValue } | { readonly wrong: string } => {
  if (Array.isArray(sent)) return sent.some(isUnclean) ? { wrong: unclean } : { value: sent as ReadonlyArray<unknown> }
  if (!isRecord(sent)) return isUnclean(sent) ? { wrong: unclean } : { value: sent as Scalar }
  const keys = Object.keys(sent)
  const members: { [member in ShapeMember]?: unknown } = {}
  if (field === "Code") return keys.some(isUnclean) ? { wrong: unclean } : { value: { members, keys } }
  for (const key of keys) {
    const member = memberOf.get(key.toLowerCase())
    if (member === undefined) continue
    if (Object.hasOwn(members, member)) return { wrong: `${member} stands twice` }
    if (isUnclean(sent[key])) return { wrong: `${member} ${unclean}` }
    members[member] = sent[key]
  }
  return { value: { members, keys } }
}

const cell = { type: ["string", "number", "boolean", "null", "object", "array"] }
const byField = {
  type: ["object", "null"],
  description: "Values by field, then by the guid of the product",
  additionalProperties: { type: "object", additionalProperties: cell }
}

/** The modifications of a request. */
export const Modifications: Schema.Schema<ReadonlyArray<FieldModifications>, unknown> = Schema.transformOrFail(
  Schema.Unknown.annotations({
    identifier: "Modifications",
    jsonSchema: { type: "object", properties: Object.fromEntries(verbs.map((verb) => [verb, byField])) }
  }),
  Schema.declare((value): value is ReadonlyArray<FieldModifications> => Array.isArray(value)),
  {
    strict: true,
    decode: (sent, _, ast) =>
      Either.mapLeft(parse(sent), ({ detail, path }) => {
        const issue = new ParseResult.Type(ast, sent, detail)
        const [first, ...others] = path
        return first === undefined ? issue : new ParseResult.Pointer([first, ...others], sent, issue)
      }),
    encode: (modifications) => ParseResult.succeed(modifications)
  }
)
