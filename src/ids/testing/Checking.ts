import * as Either from "effect/Either"
import { checkIds, type CheckOptions } from "../check/Check.ts"
import type { CheckResult } from "../check/CheckResult.ts"
import { compileIds } from "../check/CompiledIds.ts"
import { readIds } from "../document/ReadIds.ts"
import { bytesOf, stepFile } from "../../ifc/testing/SmallFile.ts"
import { openIfc } from "../OpenIfc.ts"
import { idsFile, specification } from "./IdsText.ts"

/** Checks the lines of a DATA section against a document. */
export const checked = (ids: string, data: string, schema = "IFC4", options: CheckOptions = {}): CheckResult => {
  const compiled = Either.getOrThrow(Either.flatMap(readIds(bytesOf(ids)), compileIds))
  return checkIds(compiled, Either.getOrThrow(openIfc(bytesOf(stepFile(data, schema)))).entities, options)
}

/** `"A"` as a value of a document, or the content of a restriction. */
export const value = (text: string): string =>
  text.startsWith("<xs:")
    ? `<xs:restriction base="xs:string">${text}</xs:restriction>`
    : `<simpleValue>${text}</simpleValue>`

export const entity = (name: string, predefinedType = ""): string =>
  `<entity><name>${value(name)}</name>${
    predefinedType === "" ? "" : `<predefinedType>${value(predefinedType)}</predefinedType>`
  }</entity>`

export const property = (set: string, name: string, wanted = "", attributes = ""): string =>
  `<property ${attributes}><propertySet>${value(set)}</propertySet><baseName>${value(name)}</baseName>${
    wanted === "" ? "" : `<value>${value(wanted)}</value>`
  }</property>`

export const attribute = (name: string, wanted = "", attributes = ""): string =>
  `<attribute ${attributes}><name>${value(name)}</name>${
    wanted === "" ? "" : `<value>${value(wanted)}</value>`
  }</attribute>`

/** Returns the reasons of the failures of one requirement, for one specification of these facets. */
export const reasons = (
  applicability: string,
  requirement: string,
  data: string,
  schema = "IFC4"
): ReadonlyArray<string> => {
  const [result] = checked(idsFile(specification(applicability, requirement)), data, schema).specifications
  if (result!.applicable === 0) return ["nothing applies"]
  return result!.requirements[0]!.failures.map(({ reason }) => reason)
}
