import type { Calculator } from "../../src/dataframe/Calculator.ts"
import { nothing } from "../AuthoredQuantities.ts"

/**
 * How many products match.
 *
 * Reads:  nothing but the filters.
 * Gives:  a number of products, in `totals` and `byClass`; no member of a product.
 * Fails:  never; no product is missing.
 * Source: number of rows of the product table under the filters.
 */
export const count: Calculator = { name: "Count", version: 1, unit: null, authored: nothing, pair: null }
