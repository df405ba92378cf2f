import * as Effect from "effect/Effect"
import { ProjectProducts } from "../../../application/products/ProjectProducts.ts"
import * as Filter from "../../../domain/products/Filter.ts"
import * as Sort from "../../../domain/Sort.ts"
import { ProjectProductsApi } from "../../api/products/ProjectProductsApi.ts"
import { bind, type Handlers } from "../../call/Call.ts"
import { compressible } from "./ProductsHttp.ts"

export const bindings = Effect.map(ProjectProducts, (products) => {
  const handlers: Handlers<typeof ProjectProductsApi> = {
    queryProjectProducts: ({ body, headers, principal, project, query }) =>
      Effect.flatMap(Effect.all([Filter.accept(body.filters), Sort.accept(body.sort)]), ([filters, sort]) => {
        const asked = { kind: "ProjectRows", ...query, fields: body.fields, filters, sort } as const
        const models = body.models ?? null
        return Effect.map(
          products.ask(principal.userId, project, models, asked, headers["accept-encoding"]),
          compressible
        )
      })
  }
  return bind(ProjectProductsApi, handlers)
})
