import type { Calculator } from "../../src/dataframe/query/quantities/Calculator.ts"
import { authored } from "../AuthoredQuantities.ts"
import { computed } from "../ComputedQuantities.ts"

const ofSide = (name: string) =>
  authored({ kind: "VOLUMEUNIT", walls: [name], bars: [name], openings: ["Volume"], others: [name, "Volume"] })
const net = ofSide("NetVolume")
const gross = ofSide("GrossVolume")
const volume = { version: 2, unit: "CubicMetre" }

/**
 * Volume of the matching products in cubic metres, with openings subtracted.
 *
 * Source: IFC 4.3, IfcQuantityVolume and the net volumes of the element quantity sets.
 */
export const netVolume: Calculator = {
  name: "NetVolume",
  ...volume,
  authored: net,
  computed: computed.NetVolume,
  pair: { side: "net", other: gross }
}

/**
 * Volume of the matching products in cubic metres, with openings not subtracted.
 *
 * Source: IFC 4.3, IfcQuantityVolume and the gross volumes of the element quantity sets.
 */
export const grossVolume: Calculator = {
  name: "GrossVolume",
  ...volume,
  authored: gross,
  computed: computed.GrossVolume,
  pair: { side: "gross", other: net }
}
