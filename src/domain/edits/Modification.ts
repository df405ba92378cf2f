import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Scalar } from "../products/Filter.ts"
import { isClean, isLonger } from "../Text.ts"

const verbs = ["add", "update", "delete", "addOrUpdate"] as const
export type ModificationVerb = (typeof verbs)[number]

const shapeMembers = ["PropertySet", "Value", "SpatialLocationId", "MaterialId"] as const
type ShapeMember = (typeof shapeMembers)[number]

/** A value in a shape that reads give. */
export interface SentObject {
  /** What it has of the members that say something, in their own spelling. */
  readonly members: { readonly [member in ShapeMember]?: unknown }
  /** All its keys as they were sent. */
  readonly keys: ReadonlyArray<string>
}

export type SentValue = Scalar | ReadonlyArray<unknown> | SentObject

/** What a request says of one cell. */
export interface Modification {
  readonly verb: ModificationVerb
  readonly field: string
  readonly guid: string
  readonly value: SentValue
}

/** What a request says of the cells of one field: the field stands there once, however many they are. */
export interface FieldModifications extends Pick<Modification, "verb" | "field"> {
  readonly cells: ReadonlyArray<readonly [guid: string, value: SentValue]>
}

/** The same cell by cell. */
export function* each(fields: Iterable<FieldModifications>): Generator<Modification> {
  for (const { cells, field, verb } of fields) for (const [guid, value] of cells) yield { verb, field, guid, value }
}

/** Characters of a field: a set and a property as long as names of files are, with a dot between. Errors repeat it. */
export const longestField = 2049
/** Characters of the guid of a product, which has 22 where there is one. */
export const longestGuid = 255

/** Whether a value was sent as an object, which is plain data: it may come from another thread. */
export const isObject = (value: SentValue): value is SentObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Errors of modifications, in the order in which the first that holds is told of a cell. */
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
  "TooManyErrors"
)
export type ModificationErrorCode = typeof ModificationErrorCode.Type

/** Why one cell of a request cannot be modified. */
export const ModificationError = Schema.Struct({
  guid: Schema.String,
  field: Schema.String.annotations({ description: "As it was sent; of an object with the member at fault" }),
  error: ModificationErrorCode,
  description: Schema.String
}).annotations({ identifier: "ModificationError" })
export type ModificationError = typeof ModificationError.Type

/** Errors that are told of one request; behind them stands `TooManyErrors`. */
export const mostErrors = 1000
/** Characters that these repeat of fields and guids: 1,000 times a name of a set, a dot, a name and a guid. */
export const mostRepeated = 1024 * 1024

/** What is wrong with the form of a body, and where. */
interface Fault {
  readonly path: ReadonlyArray<string>
  readonly detail: string
}

const verbOf: ReadonlyMap<string, ModificationVerb> = new Map(verbs.map((verb) => [verb.toLowerCase(), verb]))
const memberOf: ReadonlyMap<string, ShapeMember> = new Map(shapeMembers.map((name) => [name.toLowerCase(), name]))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unclean = "holds NUL or a lone surrogate"
const isUnclean = (value: unknown): boolean => typeof value === "string" && !isClean(value)

/**
 * The modifications of a body `{add?, update?, delete?, addOrUpdate?}`, each `{field: {guid: value}}`, in its order.
 * Verbs and members of values match without regard to case; fields, guids and the guids of codes are data.
 *
 * Fails where the form is another one, a verb or a member stands twice, a field or a guid is too long for any, or a
 * text holds NUL or a lone surrogate.
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

/**
 * The modifications of a request as the JSON of a list of them by field: 100,000 are for threads, that read them there.
 */
export const ModificationText: Schema.Schema<Uint8Array, unknown> = Schema.transform(
  Modifications,
  Schema.declare((value): value is Uint8Array => value instanceof Uint8Array),
  {
    strict: true,
    decode: (modifications) => new TextEncoder().encode(JSON.stringify(modifications)),
    encode: (text) => JSON.parse(new TextDecoder().decode(text)) as ReadonlyArray<FieldModifications>
  }
)
