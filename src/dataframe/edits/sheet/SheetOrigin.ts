import { quoted } from "../../../domain/Quoted.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { aboutKeys, unitKey } from "../../../sheets/About.ts"
import { invalid } from "../../../sheets/read/SheetFault.ts"

/** Facts in the sheet `About` of a workbook about its table. */
export interface SheetOrigin {
  /** The id of the model version, null if it is not named. */
  readonly version: string | null
  readonly units: Units | null
  /** Returns the unit of a column, null if it is not named. */
  readonly unitOf: (header: string) => string | null
}

const unitsIn = (text: string | undefined): Units | null => {
  const lower = text?.toLowerCase()
  return lower === "si" ? "SI" : lower === "model" ? "Model" : null
}

/** Throws `SheetFault` if the sheet is of another model. */
export const originOf = (about: ReadonlyMap<string, string>, modelId: string): SheetOrigin => {
  const model = about.get(aboutKeys.modelId)
  if (model !== undefined && model !== "" && model !== modelId) {
    throw invalid(`The sheet is of the model ${quoted(model)}, not of this one.`)
  }
  return {
    version: about.get(aboutKeys.version) || null,
    units: unitsIn(about.get(aboutKeys.units)),
    unitOf: (header) => about.get(unitKey(header)) || null
  }
}
