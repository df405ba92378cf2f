import type { RequirementsDocument } from "../../../../../sdk/plinth.ts"
import { call, callForFile } from "../../../api/Call.ts"
import type { Model } from "../../../api/Views.ts"
import { projectOf } from "../Query.ts"
import { fullName } from "../properties/Sets.ts"
import type { RequiredProperty } from "./Required.ts"

/** Largest number of documents that are read; properties that only others require are not marked. */
const mostDocuments = 20

const childrenOf = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  [...(element?.children ?? [])].filter(({ localName }) => localName === name)

const textOf = (element: Element): string => element.textContent.trim()

/** Returns the words of a value: a single one, or those of an enumeration; null if it is restricted otherwise. */
const wordsOf = (value: Element | undefined): ReadonlyArray<string> | null => {
  const [simple] = childrenOf(value, "simpleValue")
  if (simple !== undefined) return [textOf(simple)]
  const [restriction] = childrenOf(value, "restriction")
  const words = childrenOf(restriction, "enumeration").map((one) => one.getAttribute("value") ?? "")
  const others = [...(restriction?.children ?? [])].filter(
    ({ localName }) => !["enumeration", "annotation"].includes(localName)
  )
  return words.length === 0 || others.length > 0 ? null : words
}

/** Returns the only word of a value; null if it has several or is restricted otherwise. */
const wordOf = (value: Element | undefined): string | null => {
  const words = wordsOf(value)
  return words?.length === 1 ? words[0]! : null
}

/**
 * Returns the properties that a specification requires. What it applies to must be said by class and predefined type
 * alone: nothing else can be told of a product without the file.
 */
const requiredIn = (specification: Element, title: string): ReadonlyArray<RequiredProperty> => {
  const [applicability] = childrenOf(specification, "applicability")
  if (applicability === undefined || applicability.getAttribute("maxOccurs") === "0") return []
  const facets = [...applicability.children]
  const [entity] = childrenOf(applicability, "entity")
  if (entity === undefined || facets.length !== 1) return []
  const classes = wordsOf(childrenOf(entity, "name")[0])
  const [type] = childrenOf(entity, "predefinedType")
  const types = type === undefined ? null : wordsOf(type)
  if (classes === null || (type !== undefined && types === null)) return []
  const of = {
    source: `${title}: ${specification.getAttribute("name") ?? ""}`,
    classes: new Set(classes),
    types: types === null ? null : new Set(types)
  }
  return childrenOf(childrenOf(specification, "requirements")[0], "property").flatMap((property) => {
    const set = wordOf(childrenOf(property, "propertySet")[0])
    const name = wordOf(childrenOf(property, "baseName")[0])
    const isRequired = (property.getAttribute("cardinality") ?? "required") === "required"
    return set === null || name === null || !isRequired ? [] : [{ ...of, property: fullName(set, name) }]
  })
}

/** Returns the properties that an IDS document requires; none if it cannot be read. */
const requiredOf = (text: string, title: string): ReadonlyArray<RequiredProperty> => {
  const specifications = new DOMParser().parseFromString(text, "text/xml").getElementsByTagNameNS("*", "specification")
  return [...specifications].flatMap((specification) => requiredIn(specification, title))
}

/** Returns whether a document is about a model: about all, or about those that it names by id or by a tag. */
const isAbout = ({ models, tags }: RequirementsDocument, { id, tags: own }: Model): boolean =>
  (models === undefined && tags === undefined) ||
  models?.includes(id) === true ||
  tags?.some((tag) => own.includes(tag)) === true

/** Reads which properties the project's requirements (IDS) demand of a model's products; none if that fails. */
export const readRequired = async (base: string, signal: AbortSignal): Promise<ReadonlyArray<RequiredProperty>> => {
  const path = `${projectOf(base)}/requirements`
  const [listed, model] = await Promise.all([
    call<{ readonly requirements: ReadonlyArray<RequirementsDocument> }>("GET", path, { signal }),
    call<Model>("GET", base, { signal })
  ])
  if ("failure" in listed || "failure" in model) return []
  const documents = listed.value.requirements.filter((document) => isAbout(document, model.value))
  const found = await Promise.all(
    documents.slice(0, mostDocuments).map(async ({ id, title }) => {
      const file = await callForFile("GET", `${path}/${id}?format=ids`, { signal })
      return "value" in file ? requiredOf(await file.value.content.text(), title) : []
    })
  )
  return found.flat()
}
