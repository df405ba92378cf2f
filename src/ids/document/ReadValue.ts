import { quoted } from "../../domain/Quoted.ts"
import { ElementReader, textOf, xsdNamespace } from "./ElementReader.ts"
import type { Bound, IdsValue, Length, Restriction } from "./IdsDocument.ts"
import { IdsFault } from "./IdsFault.ts"
import type { XmlElement } from "./XmlTree.ts"

const bounds: ReadonlyArray<string> = ["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"]
const lengths: ReadonlyArray<string> = ["length", "minLength", "maxLength"]
/** Facets of XML Schema for which IDS has no meaning. */
const ignored: ReadonlyArray<string> = ["totalDigits", "fractionDigits", "whiteSpace"]

/** Reads an element of the type `idsValue`: a `simpleValue` or an `xs:restriction`. */
export const readValue = (element: XmlElement): IdsValue => {
  const read = new ElementReader(element)
  const simple = read.optional("simpleValue")
  const restriction = simple === null ? read.optional("restriction", xsdNamespace) : null
  read.end()
  if (simple !== null) return { simple: textOf(simple) }
  if (restriction === null) throw read.fault("has neither <simpleValue> nor <xs:restriction>.")
  return readRestriction(restriction)
}

const readRestriction = (element: XmlElement): Restriction => {
  const read = new ElementReader(element, ["base", "id"])
  const found = {
    enumerations: [] as Array<string>,
    patterns: [] as Array<string>,
    bounds: [] as Array<Bound>,
    lengths: [] as Array<Length>,
    ignored: [] as Array<string>
  }
  const seen = new Set<string>()
  for (const [i, child] of element.children.entries()) {
    const { line, local, uri } = child
    if (uri === xsdNamespace && local === "annotation" && i === 0) continue
    const isKnown = [...bounds, ...lengths, ...ignored, "enumeration", "pattern"].includes(local)
    if (uri !== xsdNamespace || !isKnown) {
      throw new IdsFault(line, `<xs:restriction> has <${child.name}>, which is no restriction of XML Schema.`)
    }
    const value = new ElementReader(child, ["value", "fixed", "id"]).required("value")
    if (local === "enumeration") found.enumerations.push(value)
    else if (local === "pattern") found.patterns.push(value)
    else if (seen.has(local)) throw new IdsFault(line, `<xs:restriction> has <${local}> twice.`)
    else if (bounds.includes(local)) found.bounds.push({ kind: local as Bound["kind"], value })
    else if (ignored.includes(local)) found.ignored.push(local)
    else found.lengths.push({ kind: local as Length["kind"], value: lengthOf(child, value) })
    seen.add(local)
  }
  return { line: element.line, base: baseOf(read.required("base")), ...found }
}

const lengthOf = ({ line, local }: XmlElement, text: string): number => {
  if (/^\s*\+?\d{1,9}\s*$/.test(text)) return Number(text)
  throw new IdsFault(line, `<xs:${local}> has the value ${quoted(text)}, which is no length.`)
}

const baseOf = (name: string): string => name.trim().replace(/^.*:/, "")
