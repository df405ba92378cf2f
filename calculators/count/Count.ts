import type { Calculator } from "../../src/dataframe/query/quantities/Calculator.ts"

/** The number of matching products: rows of the product table that pass the filters. No product is ever missing. */
export const count: Calculator = {
  name: "Count",
  version: 1,
  unit: null,
  authored: { kind: "LENGTHUNIT", byClass: [], others: [] },
  computed: [],
  pair: null
}
