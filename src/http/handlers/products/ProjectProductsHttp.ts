import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ProjectProducts } from "../../../application/products/ProjectProducts.ts"
import { InvalidParameter } from "../../../domain/Errors.ts"
import { limits } from "../../../domain/Limits.ts"
import * as Filter from "../../../domain/products/Filter.ts"
import * as Groups from "../../../domain/products/Groups.ts"
import type { Question } from "../../../domain/products/Question.ts"
import * as Sort from "../../../domain/Sort.ts"
import { CalculatorCatalogue } from "../../../ports/products/CalculatorCatalogue.ts"
import type { Paging } from "../../api/common/Paging.ts"
import { ProjectProductsApi, SentModelIds } from "../../api/products/ProjectProductsApi.ts"
import { bind, type Handlers } from "../../call/Call.ts"
import { compressible } from "./ProductsHttp.ts"

const decodeModelIds = Schema.decodeUnknown(SentModelIds)

/** Returns the models that a query names, or null for all. Fails with `InvalidParameter` if an id is malformed. */
const modelsOf = ({ searchParams }: URL) => {
  const sent = searchParams.getAll("models")
  if (sent.length === 0) return Effect.succeed(null)
  const details = `models: not a list of at most ${limits.entriesOfList.most} ids`
  return Effect.mapError(decodeModelIds(sent), () => new InvalidParameter({ details }))
}

/** Returns the products that a body asks about, in SI units. Fails with `InvalidFilter`. */
const questionOf = ({ filters }: { readonly filters: Filter.SentFilters }) =>
  Effect.map(Filter.accept(filters), (filters): Question => ({ filters, units: "SI" }))

export const bindings = Effect.gen(function* () {
  const products = yield* ProjectProducts
  const { calculators, names } = yield* CalculatorCatalogue

  const groupsOf = (paging: Paging, body: Groups.SentGroups & { readonly filters: Filter.SentFilters }) =>
    Effect.map(
      Effect.all([questionOf(body), Groups.accept(names, body)]),
      ([question, groups]) => ({ kind: "Groups", ...paging, ...question, ...groups, calculators }) as const
    )

  const handlers: Handlers<typeof ProjectProductsApi> = {
    listProjectFields: ({ headers, principal: { userId }, project, query, url }) =>
      Effect.flatMap(modelsOf(url), (models) => {
        const asked = { kind: "ProjectFields", ...query } as const
        return Effect.map(products.ask(userId, project, models, asked, headers["accept-encoding"]), compressible)
      }),
    queryProjectProducts: ({ body, headers, principal: { userId }, project, query }) =>
      Effect.flatMap(Effect.all([questionOf(body), Sort.accept(body.sort)]), ([question, sort]) => {
        const asked = { kind: "ProjectRows", ...query, ...question, fields: body.fields, sort } as const
        const models = body.models ?? null
        return Effect.map(products.ask(userId, project, models, asked, headers["accept-encoding"]), compressible)
      }),
    groupProjectProducts: ({ body, headers, principal: { userId }, project, query }) =>
      Effect.flatMap(groupsOf(query, body), (asked) => {
        const models = body.models ?? null
        return Effect.map(products.ask(userId, project, models, asked, headers["accept-encoding"]), compressible)
      }),
    groupProducts: ({ body, headers, model, principal: { userId }, project, query }) =>
      Effect.flatMap(groupsOf(query, body), (asked) =>
        Effect.map(products.askModel(userId, project, model, asked, headers["accept-encoding"]), compressible)
      )
  }
  return bind(ProjectProductsApi, handlers)
})
