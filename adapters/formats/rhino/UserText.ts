import { cutName } from "../../../src/ifc/step/LongText.ts"
import * as StepWord from "../../../src/ifc/patch/StepWord.ts"
import type { Texts } from "./Document.ts"
import type { StepFile } from "./StepFile.ts"

/** Characters that an IfcLabel or an IfcIdentifier has at most. Source: IFC 4, IfcLabel, IfcIdentifier. */
const longestLabel = 255

/** A label of a file, as much of it as may be. */
export const label = (text: string): string => StepWord.text(cutName(text, longestLabel))

/** An IfcPropertySingleValue of a text. */
export const textProperty = (file: StepFile, name: string, value: string): string => {
  const type = value.length <= longestLabel ? "IFCLABEL" : "IFCTEXT"
  return file.add("IFCPROPERTYSINGLEVALUE", `${label(name)},$,${StepWord.typed(type, StepWord.text(value))},$`)
}

/** The texts that become properties: those with a key, the first of those whose properties had the same name. */
export const properTexts = (texts: Texts): Texts => {
  const named = new Map<string, readonly [string, string]>()
  for (const pair of texts) {
    const name = cutName(pair[0], longestLabel)
    if (name !== "" && !named.has(name)) named.set(name, pair)
  }
  return [...named.values()]
}
