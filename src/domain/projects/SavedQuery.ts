import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  Forbidden,
  type InvalidCalculator,
  InvalidParameter,
  type LimitExceeded,
  ReferenceNotFound
} from "../Errors.ts"
import { ModelId, SavedQueryId } from "../Identifier.ts"
import { JsonText } from "../JsonText.ts"
import { exceeded, sentenceOf } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import * as Condition from "../products/Condition.ts"
import * as FieldNames from "../products/FieldNames.ts"
import * as Filter from "../products/Filter.ts"
import * as Groups from "../products/Groups.ts"
import * as Units from "../products/Units.ts"
import type * as Sort from "../Sort.ts"
import { Description, list, Name } from "../Text.ts"
import type { UserId } from "../Principal.ts"
import { type ProjectRole, projectRoleReaches } from "./Role.ts"

/** Makes the schema of a member that is kept as it is sent and checked by `membersOf`. */
const asSent = (jsonSchema: object) => optional(Schema.Unknown.annotations({ jsonSchema }))

/** A measure of groups as it is sent: a calculator, or a function of a property. */
const Measure = Schema.Struct({
  calculator: clearable(Schema.String),
  property: clearable(Schema.String),
  function: clearable(Schema.String)
})

/** An entry of `sort` as it is sent: of products by a property, of groups by a key or a measure. */
const SortEntry = Schema.Struct({
  property: clearable(Schema.String),
  key: clearable(Schema.Number),
  measure: clearable(Schema.Number),
  descending: clearable(Schema.Boolean)
})

/** The members of a query as they are sent, stored and answered. Null is the same as absent. */
export const QueryContent = Schema.Struct({
  models: clearable(list(Schema.Union(ModelId, Schema.Int.pipe(Schema.positive())))),
  fields: clearable(Schema.Array(Schema.String).pipe(Schema.maxItems(limits.fieldsOfQuery.most))),
  filters: asSent({ $ref: "#/components/schemas/Filters" }),
  where: asSent({ description: "A condition, in place of filters or beside them" }),
  sort: clearable(Schema.Array(SortEntry)),
  units: asSent({ description: "`Model` or `SI`" }),
  groupBy: clearable(list(Schema.String)),
  measures: clearable(list(Measure))
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
  createdByName: optional(Schema.String),
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
    .annotations({ description: "Id of a saved query, which supplies the members that the body lacks" })
)

/** An order of groups by the key, or by the value of the measure, with this index. */
type GroupSort = ({ readonly key: number } | { readonly measure: number }) & { readonly descending: boolean }

/** The members of a query as the bodies of questions have them. */
export interface QueryMembers {
  readonly models?: ReadonlyArray<ModelId>
  readonly fields?: FieldNames.FieldNames
  readonly filters?: Filter.SentFilters
  readonly where?: Condition.SentCondition
  /** `sort` if it orders products. */
  readonly sort?: ReadonlyArray<Sort.SortKey>
  /** `sort` if it orders groups. */
  readonly groupSort?: ReadonlyArray<GroupSort>
  readonly units?: unknown
  readonly groupBy?: ReadonlyArray<string>
  readonly measures?: ReadonlyArray<{ readonly [Name in keyof typeof Measure.Type]?: string }>
}

const withoutNull = (measure: typeof Measure.Type) =>
  Object.fromEntries(Object.entries(measure).filter((entry): entry is [string, string] => entry[1] !== null))

/** An entry of `sort` names a property, or a key or a measure of groups. Fails with `InvalidParameter` otherwise. */
const entryOf = (
  { descending, key, measure, property }: typeof SortEntry.Type,
  index: number
): Either.Either<Sort.SortKey | GroupSort, InvalidParameter> => {
  const kinds = [
    ...(property == null ? [] : [{ property }]),
    ...(key == null ? [] : [{ key }]),
    ...(measure == null ? [] : [{ measure }])
  ]
  const [kind] = kinds
  return kind === undefined || kinds.length > 1
    ? Either.left(new InvalidParameter({ details: `sort[${index}] must have one of property, key and measure.` }))
    : Either.right({ ...kind, descending: descending ?? false })
}

/** Returns `sort` under the name that its entries call for. Fails with `InvalidParameter` if they do not fit together. */
const sortOf = (
  sent: NonNullable<QueryContent["sort"]>
): Either.Either<Pick<QueryMembers, "sort" | "groupSort">, InvalidParameter> =>
  Either.gen(function* () {
    if (sent.length > limits.sortKeys.most) {
      return yield* Either.left(new InvalidParameter({ details: sentenceOf(limits.sortKeys) }))
    }
    const ofProducts: Array<Sort.SortKey> = []
    const ofGroups: Array<GroupSort> = []
    for (const [i, one] of sent.entries()) {
      const entry = yield* entryOf(one, i)
      if ("property" in entry) ofProducts.push(entry)
      else ofGroups.push(entry)
    }
    if (ofGroups.length === 0) return { sort: ofProducts }
    if (ofProducts.length === 0) return { groupSort: ofGroups }
    return yield* Either.left(new InvalidParameter({ details: "sort must order either products or groups, not both." }))
  })

/** Fails with `InvalidParameter` if the name of a property holds NUL or a lone surrogate, as older queries may. */
const checkNames = ({ fields, groupBy, measures, sort }: QueryContent): Either.Either<void, InvalidParameter> =>
  Either.gen(function* () {
    yield* FieldNames.checkClean("fields", fields ?? [])
    yield* FieldNames.checkClean("groupBy", groupBy ?? [])
    yield* FieldNames.checkClean("measures", measures?.map(({ property }) => property) ?? [])
    yield* FieldNames.checkClean("sort", sort?.map(({ property }) => property) ?? [])
  })

/**
 * Returns the members of a query in the form that bodies of queries have. Fails like the parsers of these bodies, each
 * of which is called here.
 */
export const membersOf = (
  content: QueryContent
): Effect.Effect<QueryMembers, Filter.InvalidFilter | InvalidParameter> =>
  Effect.gen(function* () {
    const { fields, groupBy, measures, models, sort } = content
    const units = yield* Units.accept(content.units)
    yield* checkNames(content)
    const filters = yield* Either.flatMap(Filter.parse(content.filters), Filter.accept)
    const where = yield* Either.flatMap(Condition.parse(content.where), (parsed) => Condition.accept(parsed, filters))
    return {
      ...(models == null ? {} : { models: models.map((id) => ModelId.make(String(id))) }),
      ...(fields == null || fields.length === 0 ? {} : { fields: FieldNames.of(fields) }),
      ...(content.filters == null ? {} : { filters }),
      ...(where === undefined ? {} : { where }),
      ...(sort == null ? {} : yield* sortOf(sort)),
      ...(units === undefined ? {} : { units }),
      ...(groupBy == null ? {} : { groupBy }),
      ...(measures == null ? {} : { measures: measures.map(withoutNull) })
    }
  })

/** A placeholder for the measures that a body adds. */
const anyMeasure = [{ property: "Name", function: "Count" }]

/**
 * Checks those parts of the groups that a query contains: a body may add the rest. Fails like `Groups.accept`.
 *
 * @param known the names of the calculators
 */
export const checkGroups = (
  known: ReadonlyArray<string>,
  { groupBy = [], groupSort = [], measures }: QueryMembers
): Either.Either<unknown, InvalidCalculator | InvalidParameter> =>
  Groups.accept(known, {
    groupBy,
    measures: measures ?? anyMeasure,
    sort: measures === undefined || groupBy.length === 0 ? [] : groupSort
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

/** Returns the error of a body that names a saved query that its sender cannot see. */
export const unknownReference = (): ReferenceNotFound =>
  new ReferenceNotFound({ details: "savedQuery names no saved query that you can see in this project." })

/** Returns the error of a change that would hide a query from everybody. */
export const makerIsGone = (): Forbidden =>
  new Forbidden({
    details: "The user who saved this query is no longer a member, so it can only be shared or deleted."
  })
