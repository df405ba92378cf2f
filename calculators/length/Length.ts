import type { Calculator } from "../../src/dataframe/Calculator.ts"
import * as AuthoredQuantities from "../AuthoredQuantities.ts"

/**
 * Length of the matching products.
 *
 * Reads:  `Length` of a quantity set, `Qto_…` before `BaseQuantities` before others; doors and windows have none.
 * Gives:  metres.
 * Fails:  never; a product without value is listed as missing, or as carried by its parts, and adds nothing.
 * Source: IFC 4.3, IfcQuantityLength and the `Length` of the element quantity sets.
 */
export const length: Calculator = {
  name: "Length",
  version: 1,
  unit: "Metre",
  authored: AuthoredQuantities.length,
  pair: null
}
