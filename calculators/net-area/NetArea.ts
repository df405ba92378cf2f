import type { Calculator } from "../../src/dataframe/Calculator.ts"
import * as AuthoredQuantities from "../AuthoredQuantities.ts"

/**
 * Area of the matching products, openings taken out.
 *
 * Reads:  walls `NetSideArea`, `NetArea`; beams, columns, members `NetSurfaceArea`, `OuterSurfaceArea`; doors, windows
 *         `Area`; others `NetArea`, `NetSurfaceArea`, `Area`; `Qto_…` before `BaseQuantities` before other sets.
 * Gives:  square metres.
 * Fails:  never; a product without value is listed as missing, or as carried by its parts, and adds nothing.
 * Source: IFC 4.3, IfcQuantityArea and the net areas of the element quantity sets.
 */
export const netArea: Calculator = {
  name: "NetArea",
  version: 1,
  unit: "SquareMetre",
  authored: AuthoredQuantities.netArea,
  pair: { side: "net", other: AuthoredQuantities.grossArea }
}
