import { Effect } from "effect"
import { Products } from "../../application/Products.ts"
import { ProductsApi } from "../api/ProductsApi.ts"
import { bind, bytes } from "../Call.ts"

export const bindings = Effect.map(Products, (products) =>
  bind(ProductsApi, {
    listFields: ({ model, project, query }) => products.fields(project, model, query),
    queryProducts: ({ body, model, project, query }) =>
      Effect.map(
        products.query(project, model, { ...query, fields: body.fields ?? null, filters: body.filters, all: false }),
        (json) => bytes(json)
      )
  })
)
