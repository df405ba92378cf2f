import type { Calculator } from "../../src/dataframe/query/quantities/Calculator.ts"

/** How many products match: rows of the product table under the filters; no product is missing. */
export const count: Calculator = {
  name: "Count",
  version: 1,
  unit: null,
  authored: { byClass: [], others: [] },
  computed: [],
  pair: null
}
