import type { CallOptions } from "./TestService.ts"

type MakeSample = () => { readonly query?: string; readonly body?: CallOptions["body"] }

/** Samples of requests to the endpoints that query products and their fields. */
export const questionSamples: Readonly<Record<string, MakeSample>> = {
  listFields: () => ({ query: "?page=1&pageSize=20" }),
  queryProducts: () => ({ body: { filters: { Class: "Wall" } } }),
  listProjectFields: () => ({ query: "?models=1&pageSize=20" }),
  queryProjectProducts: () => ({ body: { filters: { Class: "Wall" } } }),
  groupProjectProducts: () => ({ body: { groupBy: ["Class"], measures: [{ calculator: "NetVolume" }] } }),
  groupProducts: () => ({ body: { groupBy: ["Model"], measures: [{ calculator: "Count" }] } }),
  listFieldsOlder: () => ({ query: "?page=1" }),
  queryProductsOlder: () => ({ body: {} }),
  getProducts: () => ({ query: "?fields=Name&filters[Class]=Wall" })
}
