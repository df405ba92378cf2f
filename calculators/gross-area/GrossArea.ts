import type { Calculator } from "../../src/dataframe/Calculator.ts"
import * as AuthoredQuantities from "../AuthoredQuantities.ts"

/**
 * Area of the matching products, openings not taken out.
 *
 * Reads:  walls `GrossSideArea`, `GrossArea`; beams, columns, members `GrossSurfaceArea`; doors, windows `Area`;
 *         others `GrossArea`, `GrossSurfaceArea`, `Area`; `Qto_…` before `BaseQuantities` before other sets.
 * Gives:  square metres.
 * Fails:  never; a product without value is listed as missing, or as carried by its parts, and adds nothing.
 * Source: IFC 4.3, IfcQuantityArea and the gross areas of the element quantity sets.
 */
export const grossArea: Calculator = {
  name: "GrossArea",
  version: 1,
  unit: "SquareMetre",
  authored: AuthoredQuantities.grossArea,
  pair: { side: "gross", other: AuthoredQuantities.netArea }
}
