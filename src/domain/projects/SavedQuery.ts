import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Forbidden, type InvalidParameter, type LimitExceeded, ReferenceNotFound } from "../Errors.ts"
import { ModelId, SavedQueryId } from "../Identifier.ts"
import { JsonText } from "../JsonText.ts"
import { exceeded } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import * as FieldNames from "../products/FieldNames.ts"
import * as Filter from "../products/Filter.ts"
import * as Sort from "../Sort.ts"
import { Description, list, Name } from "../Text.ts"
import type { UserId } from "../Principal.ts"
import { type ProjectRole, projectRoleReaches } from "./Role.ts"

/** Makes the schema of a member that is kept as it is sent and checked by `membersOf`. */
const asSent = (jsonSchema: object) => optional(Schema.Unknown.annotations({ jsonSchema }))

/** The members of a query as they are sent, stored and answered. Null is the same as absent. */
export const QueryContent = Schema.Struct({
  models: clearable(list(ModelId)),
  fields: clearable(Schema.Array(Schema.String).pipe(Schema.maxItems(limits.fieldsOfQuery.most))),
  filters: asSent({ $ref: "#/components/schemas/Filters" }),
  where: asSent({ description: "A condition, in place of filters or beside them" }),
  sort: clearable(Schema.Array(Schema.encodedSchema(Sort.SortKey))),
  units: asSent({ description: "`Model` or `SI`" }),
  groupBy: asSent({ description: "Names of fields by which products are grouped" }),
  measures: asSent({ description: "What is calculated for each group" })
}).annotations({ identifier: "SavedQueryContent" })
export type QueryContent = typeof QueryContent.Type

/** A saved query as a member of its project sees it. */
export const SavedQuery = Schema.Struct({
  id: Schema.typeSchema(SavedQueryId),
  name: Schema.String,
  description: optional(Schema.String),
  query: QueryContent,
  shared: Schema.Boolean.annotations({ description: "True if every member of the project sees it" }),
  createdBy: Schema.String.annotations({ description: "The user's subject" }),
  createdAt: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  updatedAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "SavedQuery" })
export type SavedQuery = typeof SavedQuery.Type

export const SavedQueryDraft = Schema.Struct({
  name: Name,
  description: maybe(Description),
  query: QueryContent,
  shared: maybe(Schema.Boolean)
}).annotations({ identifier: "SavedQueryDraft" })
export type SavedQueryDraft = typeof SavedQueryDraft.Type

/** An absent member keeps its value. A null description clears it; null for `shared` is false. */
export const SavedQueryChange = Schema.Struct({
  name: optional(Name),
  description: clearable(Description),
  query: optional(QueryContent),
  shared: clearable(Schema.Boolean)
}).annotations({ identifier: "SavedQueryChange" })
export type SavedQueryChange = typeof SavedQueryChange.Type

/** The parts of a saved query that users decide. */
export interface SavedQueryText {
  readonly name: string
  readonly description: string | null
  readonly query: JsonText
  readonly shared: boolean
}

/** The member of a body that names a saved query. */
export const SavedQueryReference = maybe(
  Schema.typeSchema(SavedQueryId)
    .pipe(Schema.filter((id) => id > 0 || "must be an integer from 1", { jsonSchema: { minimum: 1 } }))
    .annotations({ description: "A saved query, whose members stand for those that the body lacks" })
)

/** The members of a query as the bodies of questions have them. */
export interface QueryMembers {
  readonly models?: ReadonlyArray<ModelId>
  readonly fields?: FieldNames.FieldNames
  readonly filters?: Filter.SentFilters
  readonly where?: unknown
  readonly sort?: ReadonlyArray<Sort.SortKey>
  readonly units?: unknown
  readonly groupBy?: unknown
  readonly measures?: unknown
}

/**
 * Returns the members of a query as the bodies of questions have them. Fails like the parsers of these bodies, each of
 * which is called here.
 */
export const membersOf = Effect.fnUntraced(function* (
  content: QueryContent
): Effect.fn.Return<QueryMembers, Filter.InvalidFilter | InvalidParameter> {
  const { fields, filters, groupBy, measures, models, sort, units, where } = content
  const sortKeys = sort?.map(({ descending, property }) => ({ property, descending: descending ?? false }))
  yield* Sort.accept(sortKeys)
  return {
    ...(models == null ? {} : { models }),
    ...(fields == null ? {} : { fields: FieldNames.of(fields) }),
    ...(filters == null ? {} : { filters: yield* Filter.parse(filters) }),
    ...(where == null ? {} : { where }),
    ...(sortKeys === undefined ? {} : { sort: sortKeys }),
    ...(units == null ? {} : { units }),
    ...(groupBy == null ? {} : { groupBy }),
    ...(measures == null ? {} : { measures })
  }
})

/** Returns the text that is stored of a query. Fails with `LimitExceeded` over 64 KB. */
export const queryText = (query: QueryContent): Either.Either<JsonText, LimitExceeded> => {
  const text = JSON.stringify(query)
  return Buffer.byteLength(text) > limits.savedQueryBytes.most
    ? Either.left(exceeded(limits.savedQueryBytes))
    : Either.right(JsonText.make(text))
}

/** The user who asks, and the role in the project. */
export interface Asking {
  readonly userId: UserId
  readonly role: ProjectRole
}

const forbidden = (details: string) => Either.left(new Forbidden({ details }))

/** Fails with `Forbidden` unless the user may share queries. */
export const checkSharing = ({ role }: Asking): Either.Either<void, Forbidden> =>
  projectRoleReaches(role, "Contributor")
    ? Either.void
    : forbidden("Sharing a query needs the role Contributor in the project.")

/**
 * Fails with `Forbidden` unless the user may change and delete a query that the user sees: the maker may, and Owners
 * may if it is shared.
 */
export const checkMaker = (
  { createdBy, shared }: Pick<SavedQuery, "createdBy" | "shared">,
  { role, userId }: Asking
): Either.Either<void, Forbidden> =>
  createdBy === userId || (shared && role === "Owner")
    ? Either.void
    : forbidden("Only its maker and Owners of the project change a shared query.")

/** Returns the error of a body that names a saved query which its sender does not see. */
export const unknownReference = (): ReferenceNotFound =>
  new ReferenceNotFound({ details: "savedQuery names no saved query that you can see in this project." })

/** Returns the error of a change that would hide a query from everybody. */
export const makerIsGone = (): Forbidden =>
  new Forbidden({ details: "Its maker is no member any more, so it can only be shared or deleted." })
