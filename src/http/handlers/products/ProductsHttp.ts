import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Body } from "../../../application/common/Answers.ts"
import { SavedQueries } from "../../../application/projects/SavedQueries.ts"
import { Products } from "../../../application/products/Products.ts"
import type { Encoding } from "../../../dataframe/query/answer/QueryAnswer.ts"
import type { InvalidParameter } from "../../../domain/Errors.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import * as Filter from "../../../domain/products/Filter.ts"
import * as Question from "../../../domain/products/Question.ts"
import type { VersionId } from "../../../domain/Identifier.ts"
import { limits } from "../../../domain/Limits.ts"
import type { Principal } from "../../../domain/Principal.ts"
import { accept as acceptUnits, UnitsParameter } from "../../../domain/products/Units.ts"
import * as Sort from "../../../domain/Sort.ts"
import type { ModelAccess, ProjectAccess } from "../../../ports/projects/AccessRepository.ts"
import type { OlderApi } from "../../api/products/OlderApi.ts"
import { Paging } from "../../api/common/Paging.ts"
import { type ProductQuery, ProductsApi } from "../../api/products/ProductsApi.ts"
import { bind, type Handlers, written } from "../../call/Call.ts"
import type { AcceptEncoding } from "../../call/ContentEncoding.ts"
import * as QueryString from "../../call/QueryString.ts"
import * as FileHttp from "./FileHttp.ts"

interface Asked {
  readonly model: ModelAccess
  readonly principal: Principal
  readonly project: ProjectAccess
  readonly headers: typeof AcceptEncoding.Type
  readonly request: Request
  readonly url: URL
}

/** The fields, filters and sort order of a request for rows. */
type Query = typeof ProductQuery.Type

const readPaging = QueryString.make(Paging)

/** Returns the paging of an older path: if neither `page` nor `pageSize` is given, everything up to 100,000 rows. */
const pagingOrAll = ({ searchParams }: URL) =>
  Effect.map(readPaging(searchParams), (paging) =>
    searchParams.has("page") || searchParams.has("pageSize")
      ? { ...paging, all: false }
      : { page: 1, pageSize: limits.productsAtOnce.most, all: true }
  )

const readUnits = QueryString.make(Schema.Struct({ units: UnitsParameter }))

/** Returns the member of a query that contains its units; none if none were sent. */
const unitsOf = (sent: unknown) => Effect.map(acceptUnits(sent), (units) => (units === undefined ? {} : { units }))

const readFilters = Schema.decodeSync(Filter.SentFilters)

/**
 * Returns the filters of query parameters such as `filters[Class]=Wall`, as a map. Fails with `InvalidParameter` if a
 * property is repeated.
 */
const filtersOf = (parameters: URLSearchParams): Effect.Effect<Filter.SentFilters, InvalidParameter> => {
  const filters = new Map<string, string>()
  for (const [name, value] of parameters) {
    const property = /^filters\[(.*)\]$/i.exec(name)?.[1]
    if (property === undefined) continue
    if (filters.has(property)) return Effect.fail(QueryString.repeated(name))
    filters.set(property, value)
  }
  return Effect.succeed(readFilters(Object.fromEntries(filters)))
}

/** Returns a reply with a body that is compressed if the client accepts that. */
export const compressible = (
  { body, encoding }: { readonly body: Body; readonly encoding: Encoding | null },
  headers: Readonly<Record<string, string>> = {}
) =>
  written(body, {
    vary: "accept-encoding",
    ...headers,
    ...(encoding === null ? {} : { "content-encoding": encoding })
  })

/** The members that a saved query can supply. */
const taken = ["fields", "filters", "where", "sort", "units"] as const

export const make = Effect.map(Effect.all([Products, SavedQueries, FileHttp.make]), ([products, queries, files]) => {
  const page = (call: Asked, paging: Paging & { readonly all: boolean }, body: Query, version?: VersionId) =>
    Effect.gen(function* () {
      const { headers, model, principal, project, url } = call
      const query = yield* queries.complete(project, principal.userId, body, taken)
      const [question, sort] = yield* Effect.all([Question.accept(query), Sort.accept(query.sort)])
      const fields = query.fields ?? FieldNames.of([])
      const asked = {
        kind: "Rows",
        ...paging,
        ...question,
        fields,
        sort,
        encoding: headers["accept-encoding"]
      } as const
      const shown = version ?? model.latest?.source.modelVersionId ?? null
      const format = FileHttp.asked(call)
      if (format !== null) {
        const sent = { fields, filters: question.filters, ...Question.besideFilters(question), sort }
        const units = question.units ?? "Model"
        const subject = { model, version: shown, sheet: "Products", query: sent, units } as const
        const request = FileHttp.partOf(asked, url)
        return yield* files.file(call, format, subject, (form) =>
          products.file(principal.userId, project, model, { form, request }, version)
        )
      }
      const answer = yield* products.ask(principal.userId, project, model, asked, version)
      return compressible(answer, { ...FileHttp.varied, ...FileHttp.versionHeader(shown) })
    })

  const fields = (
    { headers, model, principal, project }: Asked,
    { page, pageSize }: Paging,
    units: unknown,
    version?: VersionId
  ) =>
    Effect.gen(function* () {
      const question = { kind: "Fields", page, pageSize, ...(yield* unitsOf(units)) } as const
      const asked = { ...question, encoding: headers["accept-encoding"] }
      return compressible(yield* products.ask(principal.userId, project, model, asked, version))
    })

  const current: Handlers<typeof ProductsApi> = {
    listFields: (call) => fields(call, call.query, call.query.units, call.query.version),
    queryProducts: (call) => {
      const { version, ...paging } = call.query
      return page(call, { ...paging, all: false }, call.body, version)
    }
  }

  const older: Pick<Handlers<typeof OlderApi>, "listFieldsOlder" | "queryProductsOlder" | "getProducts"> = {
    listFieldsOlder: (call) =>
      Effect.flatMap(Effect.all([pagingOrAll(call.url), readUnits(call.url.searchParams)]), ([paging, { units }]) =>
        fields(call, paging, units)
      ),
    queryProductsOlder: (call) => Effect.flatMap(pagingOrAll(call.url), (paging) => page(call, paging, call.body)),
    getProducts: (call) =>
      Effect.gen(function* () {
        const { searchParams } = call.url
        const paging = yield* pagingOrAll(call.url)
        const filters = yield* filtersOf(searchParams)
        const names = searchParams.getAll("fields")
        yield* FieldNames.checkClean("fields", names)
        const fields = FieldNames.of(names)
        return yield* page(call, paging, { fields, filters, ...(yield* readUnits(searchParams)) })
      })
  }

  return { current: bind(ProductsApi, current), older }
})

export const bindings = Effect.map(make, ({ current }) => current)
