import * as Effect from "effect/Effect"
import { OlderApi } from "../../api/products/OlderApi.ts"
import { bind } from "../../call/Call.ts"
import * as ProductsHttp from "./ProductsHttp.ts"
import * as QuantitiesHttp from "./QuantitiesHttp.ts"

export const bindings = Effect.gen(function* () {
  const products = yield* ProductsHttp.make
  const quantities = yield* QuantitiesHttp.make
  return bind(OlderApi, { ...products.older, ...quantities.older })
})
