import type { Calculator } from "../../src/dataframe/Calculator.ts"
import * as AuthoredQuantities from "../AuthoredQuantities.ts"

/**
 * Volume of the matching products, openings not taken out.
 *
 * Reads:  `GrossVolume`; doors and windows `Volume`, other classes than walls, beams, columns and members `Volume`
 *         where there is no `GrossVolume`; `Qto_…` before `BaseQuantities` before other sets.
 * Gives:  cubic metres.
 * Fails:  never; a product without value is listed as missing, or as carried by its parts, and adds nothing.
 * Source: IFC 4.3, IfcQuantityVolume and the gross volumes of the element quantity sets.
 */
export const grossVolume: Calculator = {
  name: "GrossVolume",
  version: 1,
  unit: "CubicMetre",
  authored: AuthoredQuantities.grossVolume,
  pair: { side: "gross", other: AuthoredQuantities.netVolume }
}
