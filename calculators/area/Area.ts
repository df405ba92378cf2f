import type { Calculator } from "../../src/dataframe/query/quantities/Calculator.ts"
import { authored } from "../AuthoredQuantities.ts"
import { computed } from "../ComputedQuantities.ts"

const net = authored({
  kind: "AREAUNIT",
  walls: ["NetSideArea", "NetArea"],
  bars: ["NetSurfaceArea", "OuterSurfaceArea"],
  openings: ["Area"],
  others: ["NetArea", "NetSurfaceArea", "Area"]
})
const gross = authored({
  kind: "AREAUNIT",
  walls: ["GrossSideArea", "GrossArea"],
  bars: ["GrossSurfaceArea"],
  openings: ["Area"],
  others: ["GrossArea", "GrossSurfaceArea", "Area"]
})
const area = { version: 2, unit: "SquareMetre" }

/**
 * Area of the matching products in square metres, with openings subtracted.
 *
 * Source: IFC 4.3, IfcQuantityArea and the net areas of the element quantity sets.
 */
export const netArea: Calculator = {
  name: "NetArea",
  ...area,
  authored: net,
  computed: computed.NetArea,
  pair: { side: "net", other: gross }
}

/**
 * Area of the matching products in square metres, with openings not subtracted.
 *
 * Source: IFC 4.3, IfcQuantityArea and the gross areas of the element quantity sets.
 */
export const grossArea: Calculator = {
  name: "GrossArea",
  ...area,
  authored: gross,
  computed: computed.GrossArea,
  pair: { side: "gross", other: net }
}
