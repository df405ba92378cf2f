import { entity, type occurs } from "../../bench/IdsFacets.ts"

export const anyOf = (...texts: ReadonlyArray<string>): string =>
  texts.map((text) => `<xs:enumeration value="${text}"/>`).join("")
export const like = (...patterns: ReadonlyArray<string>): string =>
  patterns.map((pattern) => `<xs:pattern value="${pattern}"/>`).join("")
export const restricted = (facets: Readonly<Record<string, number>>): string =>
  Object.entries(facets)
    .map(([name, bound]) => `<xs:${name} value="${bound}"/>`)
    .join("")

export const walls = entity(anyOf("IFCWALL", "IFCWALLSTANDARDCASE"))
export const doors = entity("IFCDOOR")
export const slabs = entity("IFCSLAB")
export const elements = entity(
  anyOf(
    "IFCWALL",
    "IFCWALLSTANDARDCASE",
    "IFCDOOR",
    "IFCWINDOW",
    "IFCSLAB",
    "IFCBEAM",
    "IFCCOLUMN",
    "IFCMEMBER"
  ).concat(
    anyOf("IFCPLATE", "IFCCOVERING", "IFCRAILING", "IFCROOF", "IFCCURTAINWALL", "IFCFURNISHINGELEMENT", "IFCFURNITURE"),
    anyOf("IFCBUILDINGELEMENTPROXY", "IFCFLOWTERMINAL", "IFCDISCRETEACCESSORY", "IFCELEMENTASSEMBLY", "IFCSPACE")
  )
)
export const wholes = anyOf("IFCBUILDINGSTOREY", "IFCBUILDING", "IFCSITE", "IFCPROJECT")
export const openings = "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"

/** A specification with one requirement, or with none. */
export type Case = readonly [name: string, applicability: string, requirement: string, necessity?: keyof typeof occurs]
