import * as Either from "effect/Either"
import { quoted } from "../../domain/Quoted.ts"
import { ElementReader, idsNamespace, textOf } from "./ElementReader.ts"
import type { Cardinality, Facet, IdsDocument, Necessity, Requirement, Specification } from "./IdsDocument.ts"
import { IdsFault } from "./IdsFault.ts"
import { facetNames, readFacet } from "./ReadFacet.ts"
import { parseXml, type XmlElement } from "./XmlTree.ts"

const versions: ReadonlyArray<string> = ["IFC2X3", "IFC4", "IFC4X3_ADD2"]

/**
 * Reads a document of IDS 1.0. Fails with the line and the reason if it is not XML, has a document type, or is refused
 * by the schema.
 *
 * Source: buildingSMART, IDS 1.0, ids.xsd.
 */
export const readIds = (bytes: Uint8Array): Either.Either<IdsDocument, IdsFault> => {
  try {
    return Either.right(readRoot(parseXml(bytes)))
  } catch (error) {
    if (error instanceof IdsFault) return Either.left(error)
    throw error
  }
}

const readRoot = (element: XmlElement): IdsDocument => {
  const { line, local, uri } = element
  if (local !== "ids" || uri !== idsNamespace) {
    throw new IdsFault(line, `The root element is <${local}> of ${quoted(uri)}, not <ids> of ${quoted(idsNamespace)}.`)
  }
  const read = new ElementReader(element)
  const info = readInfo(read.one("info"))
  const list = new ElementReader(read.one("specifications"))
  read.end()
  const specifications = [list.one("specification"), ...list.several("specification")].map(readSpecification)
  list.end()
  return { ...info, specifications }
}

const readInfo = (element: XmlElement): Omit<IdsDocument, "specifications"> => {
  const read = new ElementReader(element)
  const text = (name: string): string | null => {
    const child = read.optional(name)
    return child === null ? null : textOf(child)
  }
  const title = textOf(read.one("title"))
  const [copyright, version, description] = [text("copyright"), text("version"), text("description")]
  const author = text("author")
  if (author !== null && !/^[^@]+@[^.]+\..+$/.test(author)) {
    throw read.fault(`has the author ${quoted(author)}, which is no e-mail address.`)
  }
  const date = text("date")?.trim() ?? null
  if (date !== null && !isDate(date)) throw read.fault(`has the date ${quoted(date)}, which is no date (2026-03-31).`)
  const [purpose, milestone] = [text("purpose"), text("milestone")]
  read.end()
  return { title, copyright, version, description, author, date, purpose, milestone }
}

/** Returns whether a text is an xs:date. */
const isDate = (text: string): boolean => {
  const [, year, month, day] = /^-?(\d{4,})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined) return false
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last
}

const readSpecification = (element: XmlElement): Specification => {
  const read = new ElementReader(element, ["name", "ifcVersion", "identifier", "description", "instructions"])
  // The schema allows a list of a million words, in which the three versions are repeated.
  const ifcVersions = [...new Set(read.required("ifcVersion").split(/\s+/).filter(Boolean))]
  const unknown = ifcVersions.find((version) => !versions.includes(version))
  if (unknown !== undefined) throw read.wrong("ifcVersion", unknown, `it lists ${versions.join(", ")}`)
  const name = read.required("name")
  const [applies, requires] = [read.one("applicability"), read.optional("requirements")]
  read.end()
  return {
    line: element.line,
    name,
    ifcVersions,
    identifier: read.attribute("identifier"),
    description: read.attribute("description"),
    instructions: read.attribute("instructions"),
    necessity: necessityOf(applies),
    applicability: readApplicability(applies),
    requirementsDescription: requires?.attributes.find(({ local }) => local === "description")?.value ?? null,
    requirements: requires === null ? [] : readRequirements(requires)
  }
}

/** XML Schema's defaults of both attributes are 1, so that a specification without them is required. */
const necessityOf = (element: XmlElement): Necessity => {
  const read = new ElementReader(element, ["minOccurs", "maxOccurs"])
  const least = read.attribute("minOccurs") ?? "1"
  const most = read.attribute("maxOccurs") ?? "unbounded"
  if (!/^\d{1,9}$/.test(least)) throw read.wrong("minOccurs", least, "it is a number")
  if (!/^(?:\d{1,9}|unbounded)$/.test(most)) throw read.wrong("maxOccurs", most, "it is a number or unbounded")
  if (Number(least) > 0) return "required"
  return Number(most) === 0 ? "prohibited" : "optional"
}

const readApplicability = (element: XmlElement): ReadonlyArray<Facet> => {
  const read = new ElementReader(element, ["minOccurs", "maxOccurs"])
  const facets: Array<Facet> = []
  const entity = read.optional("entity")
  if (entity !== null) facets.push(readFacet("entity", entity))
  for (const name of facetNames.slice(1)) {
    for (const child of read.several(name)) facets.push(readFacet(name, child))
  }
  read.end()
  return facets
}

/** Reads requirements, which the schema allows in any order and number. */
const readRequirements = (element: XmlElement): ReadonlyArray<Requirement> => {
  const read = new ElementReader(element, ["description"])
  const found: Array<Requirement> = []
  for (const child of element.children) {
    const name = facetNames.find((one) => child.uri === idsNamespace && child.local === one)
    if (name === undefined || read.optional(name) === null) break
    found.push(readRequirement(name, child))
  }
  read.end()
  return found
}

const readRequirement = (name: (typeof facetNames)[number], element: XmlElement): Requirement => {
  if (name === "entity") {
    const facet = readFacet(name, element, ["instructions"])
    return { facet, cardinality: "required", instructions: instructionsOf(element) }
  }
  const facet = readFacet(name, element, ["instructions", "cardinality"])
  return { facet, cardinality: cardinalityOf(name, element), instructions: instructionsOf(element) }
}

const readerOf = (element: XmlElement): ElementReader =>
  new ElementReader(
    element,
    element.attributes.map(({ local }) => local)
  )

const instructionsOf = (element: XmlElement): string | null => readerOf(element).attribute("instructions")

const cardinalityOf = (name: string, element: XmlElement): Cardinality => {
  const read = readerOf(element)
  return name === "partOf"
    ? read.oneOf("cardinality", ["required", "prohibited"])
    : read.oneOf("cardinality", ["required", "prohibited", "optional"])
}
