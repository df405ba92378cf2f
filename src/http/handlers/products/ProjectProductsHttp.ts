import * as Effect from "effect/Effect"
import { ProjectProducts } from "../../../application/products/ProjectProducts.ts"
import * as Filter from "../../../domain/products/Filter.ts"
import * as Groups from "../../../domain/products/Groups.ts"
import type { Question } from "../../../domain/products/Question.ts"
import * as Sort from "../../../domain/Sort.ts"
import { CalculatorCatalogue } from "../../../ports/products/CalculatorCatalogue.ts"
import type { Paging } from "../../api/common/Paging.ts"
import { ProjectProductsApi } from "../../api/products/ProjectProductsApi.ts"
import { bind, type Handlers } from "../../call/Call.ts"
import { compressible } from "./ProductsHttp.ts"

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
