import type { Calculator } from "../../src/dataframe/Calculator.ts"
import * as AuthoredQuantities from "../AuthoredQuantities.ts"

/**
 * Volume of the matching products, openings taken out.
 *
 * Reads:  `NetVolume`; doors and windows `Volume`, other classes than walls, beams, columns and members `Volume` where
 *         there is no `NetVolume`; `Qto_…` before `BaseQuantities` before other sets.
 * Gives:  cubic metres.
 * Fails:  never; a product without value is listed as missing, or as carried by its parts, and adds nothing.
 * Source: IFC 4.3, IfcQuantityVolume and the net volumes of the element quantity sets.
 */
export const netVolume: Calculator = {
  name: "NetVolume",
  version: 1,
  unit: "CubicMetre",
  authored: AuthoredQuantities.netVolume,
  pair: { side: "net", other: AuthoredQuantities.grossVolume }
}
