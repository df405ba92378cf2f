import { cutName } from "../../../src/ifc/step/LongText.ts"
import * as StepWord from "../../../src/ifc/patch/StepWord.ts"
import type { Texts } from "./Document.ts"
import type { StepFile } from "./StepFile.ts"

/** The longest IfcLabel and IfcIdentifier, in characters. Source: IFC 4, IfcLabel, IfcIdentifier. */
const longestLabel = 255

/** Returns a label as STEP text, cut to the allowed length. */
export const label = (text: string): string => StepWord.text(cutName(text, longestLabel))

/** Writes an IfcPropertySingleValue of a text. */
export const textProperty = (file: StepFile, name: string, value: string): string => {
  const type = value.length <= longestLabel ? "IFCLABEL" : "IFCTEXT"
  return file.add("IFCPROPERTYSINGLEVALUE", `${label(name)},$,${StepWord.typed(type, StepWord.text(value))},$`)
}

/**
 * Returns the texts that become properties: those with a key. If several have the same property name, the first is
 * returned.
 */
export const properTexts = (texts: Texts): Texts => {
  const named = new Map<string, readonly [string, string]>()
  for (const pair of texts) {
    const name = cutName(pair[0], longestLabel)
    if (name !== "" && !named.has(name)) named.set(name, pair)
  }
  return [...named.values()]
}
