import { areaUnitIn, type Fields, lengthUnitIn, volumeUnitIn } from "../Fields.ts"
import { truthText } from "../table/Cells.ts"
import { measured } from "../Units.ts"

const areas = /Area$/
const volumes = /Volume$/
const lengths = /(?:Depth|Height|Length|Perimeter|Width)$/

/**
 * Returns the symbol of the unit of a location's property; empty if it has none. Locations state no units: quantities of
 * the standard are in the model's units, and the elevation of a storey is in metres.
 */
export const factUnit = (set: string, name: string, fields: Fields | null): string => {
  if (set === "") return name === "Elevation" ? "m" : ""
  if (set !== "BaseQuantities" && !set.startsWith("Qto_")) return ""
  if (areas.test(name)) return areaUnitIn(fields)
  if (volumes.test(name)) return volumeUnitIn(fields)
  return lengths.test(name) ? lengthUnitIn(fields) : ""
}

/** Returns the value of a location's property as people read it: decimal numbers in their locale, truth values in words. */
export const factText = (value: string): string =>
  /^-?\d+\.\d+$/.test(value) ? measured(Number(value)) : truthText(value)
