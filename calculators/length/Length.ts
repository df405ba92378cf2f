import type { Calculator } from "../../src/dataframe/query/quantities/Calculator.ts"
import { authored } from "../AuthoredQuantities.ts"
import { computed } from "../ComputedQuantities.ts"

/**
 * Length of the matching products in metres.
 *
 * Source: IFC 4.3, IfcQuantityLength and the `Length` of the element quantity sets.
 */
export const length: Calculator = {
  name: "Length",
  version: 2,
  unit: "Metre",
  authored: authored({ kind: "LENGTHUNIT", walls: ["Length"], bars: ["Length"], openings: null, others: ["Length"] }),
  computed: computed.Length,
  pair: null
}
