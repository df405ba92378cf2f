import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidParameter } from "../Errors.ts"
import { limits } from "../Limits.ts"
import { AnyText, isUnclean, unclean } from "../Text.ts"

/** The names of the fields of a page of products, each once, in the order of the page. */
export const FieldNames = Schema.Array(Schema.String).pipe(Schema.brand("FieldNames"))
export type FieldNames = typeof FieldNames.Type

const usual = FieldNames.make(["Guid", "Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"])

/** Returns the requested fields, or the usual ones if none is requested. */
export const of = (asked: ReadonlyArray<string>): FieldNames =>
  asked.length === 0 ? usual : FieldNames.make([...new Set(asked)])

/** Returns the requested fields of a question to a project; if none is requested, the model and the usual ones. */
export const ofProject = (asked: ReadonlyArray<string>): FieldNames =>
  asked.length === 0 ? FieldNames.make(["Model", ...usual]) : of(asked)

/** Fails with `InvalidParameter` if a name in a member of a query holds NUL or a lone surrogate. */
export const checkClean = (member: string, names: ReadonlyArray<unknown>): Either.Either<void, InvalidParameter> =>
  names.some(isUnclean)
    ? Either.left(new InvalidParameter({ details: `A name in ${member} ${unclean}.` }))
    : Either.void

const sent = (decode: (asked: ReadonlyArray<string>) => FieldNames) =>
  Schema.transform(
    Schema.Array(AnyText).pipe(Schema.maxItems(limits.fieldsOfQuery.most)),
    Schema.typeSchema(FieldNames),
    { strict: true, decode, encode: (names) => names }
  )

/** Fields as they are sent. */
export const SentFieldNames = sent(of)

/** Fields of a question to a project as they are sent. */
export const SentProjectFieldNames = sent(ofProject)
