import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Body } from "../../../application/common/Answers.ts"
import { Products } from "../../../application/products/Products.ts"
import { mostRows } from "../../../dataframe/query/Page.ts"
import type { Encoding } from "../../../dataframe/query/QueryAnswer.ts"
import type { InvalidParameter } from "../../../domain/Errors.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import * as Filter from "../../../domain/products/Filter.ts"
import * as Question from "../../../domain/products/Question.ts"
import type { VersionId } from "../../../domain/Identifier.ts"
import type { Principal } from "../../../domain/Principal.ts"
import * as Sort from "../../../domain/Sort.ts"
import type { ModelAccess, ProjectAccess } from "../../../ports/projects/AccessRepository.ts"
import type { OlderApi } from "../../api/products/OlderApi.ts"
import { Paging } from "../../api/common/Paging.ts"
import { type ProductQuery, ProductsApi } from "../../api/products/ProductsApi.ts"
import { bind, type Handlers, written } from "../../call/Call.ts"
import type { AcceptEncoding } from "../../call/ContentEncoding.ts"
import * as QueryString from "../../call/QueryString.ts"

interface Asked {
  readonly model: ModelAccess
  readonly principal: Principal
  readonly project: ProjectAccess
  readonly headers: typeof AcceptEncoding.Type
}

/** The fields, filters and sort order of a request for rows. */
type Query = typeof ProductQuery.Type

const readPaging = QueryString.make(Paging)

/** Returns the paging of an older path: if neither `page` nor `pageSize` is given, everything up to 100,000 rows. */
const pagingOrAll = ({ searchParams }: URL) =>
  Effect.map(readPaging(searchParams), (paging) =>
    searchParams.has("page") || searchParams.has("pageSize")
      ? { ...paging, all: false }
      : { page: 1, pageSize: mostRows, all: true }
  )

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

const compressible = ({ body, encoding }: { readonly body: Body; readonly encoding: Encoding | null }) =>
  written(body, { vary: "accept-encoding", ...(encoding === null ? {} : { "content-encoding": encoding }) })

export const make = Effect.map(Products, (products) => {
  const page = (
    { headers, model, principal, project }: Asked,
    paging: Paging & { readonly all: boolean },
    { fields, sort: sentSort, ...sent }: Query,
    version?: VersionId
  ) =>
    Effect.flatMap(Effect.all([Question.accept(sent), Sort.accept(sentSort)]), ([question, sort]) => {
      const asked = {
        kind: "Rows",
        ...paging,
        ...question,
        fields,
        sort,
        encoding: headers["accept-encoding"]
      } as const
      return Effect.map(products.ask(principal.userId, project, model, asked, version), compressible)
    })

  const fields = ({ headers, model, principal, project }: Asked, { page, pageSize }: Paging, version?: VersionId) => {
    const asked = { kind: "Fields", page, pageSize, encoding: headers["accept-encoding"] } as const
    return Effect.map(products.ask(principal.userId, project, model, asked, version), compressible)
  }

  const current: Handlers<typeof ProductsApi> = {
    listFields: (call) => fields(call, call.query, call.query.version),
    queryProducts: (call) => {
      const { version, ...paging } = call.query
      return page(call, { ...paging, all: false }, call.body, version)
    }
  }

  const older: Pick<Handlers<typeof OlderApi>, "listFieldsOlder" | "queryProductsOlder" | "getProducts"> = {
    listFieldsOlder: (call) => Effect.flatMap(pagingOrAll(call.url), (paging) => fields(call, paging)),
    queryProductsOlder: (call) => Effect.flatMap(pagingOrAll(call.url), (paging) => page(call, paging, call.body)),
    getProducts: (call) =>
      Effect.flatMap(Effect.all([pagingOrAll(call.url), filtersOf(call.url.searchParams)]), ([paging, filters]) =>
        page(call, paging, { fields: FieldNames.of(call.url.searchParams.getAll("fields")), filters })
      )
  }

  return { current: bind(ProductsApi, current), older }
})

export const bindings = Effect.map(make, ({ current }) => current)
