import type { Facet, IdsValue, Requirement, Specification } from "../document/IdsDocument.ts"
import { words } from "../values/ValueWords.ts"

const relations: Readonly<Record<string, string>> = {
  IFCRELAGGREGATES: "be aggregated in",
  IFCRELASSIGNSTOGROUP: "be assigned to the group",
  IFCRELCONTAINEDINSPATIALSTRUCTURE: "be contained in",
  IFCRELNESTS: "be nested in",
  "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT": "void or fill"
}

const withValue = (name: string, value: IdsValue | null): string =>
  value === null ? name : `${name}, which is ${words(value)}`

/** Returns the requirement of a facet as words that follow "must": `have the attribute "Name"`. */
const verbOf = (facet: Facet): string => {
  switch (facet.facet) {
    case "entity":
      return facet.predefinedType === null
        ? `be of the class ${words(facet.name)}`
        : `be of the class ${words(facet.name)} and the predefined type ${words(facet.predefinedType)}`
    case "partOf":
      return `${relations[facet.relation ?? ""] ?? "be part of"} ${wholeOf(facet.entity)}`
    case "classification":
      return facet.value === null
        ? `be classified by the system ${words(facet.system)}`
        : `have a code of the system ${words(facet.system)} that is ${words(facet.value)}`
    case "attribute":
      return `have ${withValue(`the attribute ${words(facet.name)}`, facet.value)}`
    case "property": {
      const type = facet.dataType === null ? "" : ` of the type ${facet.dataType}`
      const name = `the property ${words(facet.baseName)}${type} in the set ${words(facet.propertySet)}`
      return `have ${withValue(name, facet.value)}`
    }
    case "material":
      return facet.value === null ? "have a material" : `have a material that is ${words(facet.value)}`
  }
}

const wholeOf = ({ name, predefinedType }: Facet & { readonly facet: "entity" }): string =>
  predefinedType === null ? words(name) : `${words(name)} of the predefined type ${words(predefinedType)}`

/**
 * Returns the selection of a facet of the applicability as words that follow "everything": `that has the attribute
 * "Name"`.
 */
const relativeOf = (facet: Facet): string =>
  `that ${verbOf(facet).replace(/^(be|have|void or fill)\b/, (verb) => (verb === "be" ? "is" : verb === "have" ? "has" : "voids or fills"))}`

/** Returns a requirement as a sentence for users. */
export const requirementWords = ({ cardinality, facet }: Requirement): string => {
  const verb = verbOf(facet)
  if (cardinality === "required") return `It must ${verb}.`
  if (cardinality === "prohibited") return `It must not ${verb}.`
  return `It may lack this, but if it does not, it must ${verb}.`
}

/** Returns a specification as sentences for users: the entities to which it applies, and its requirements. */
export const specificationWords = ({ applicability, necessity, requirements }: Specification): string => {
  const what = applicability.length === 0 ? "that is named by nothing" : applicability.map(relativeOf).join(" and ")
  if (necessity === "prohibited") return `The model must have nothing ${what}.`
  const exists = necessity === "required" ? ` The model must have something like that.` : ""
  if (requirements.length === 0) {
    return necessity === "required" ? `The model must have something ${what}.` : `The model may have something ${what}.`
  }
  return `For everything ${what}: ${requirements.map(requirementWords).join(" ")}${exists}`
}
