/** Documents of requirements for the models of the benches and tests, with every facet and restriction. */

import {
  attribute,
  classification,
  documentOf,
  entity,
  material,
  partOf,
  property,
  specification
} from "./IdsFacets.ts"

/** Requirements, each of which is required of several classes. */
const requirements: ReadonlyArray<string> = [
  attribute("Name", '<xs:pattern value=".+:.+"/>'),
  attribute("Tag", '<xs:pattern value="[0-9]{5,7}"/>', "optional"),
  attribute("GlobalId", '<xs:length value="22"/>'),
  attribute("Name", '<xs:minLength value="3"/><xs:maxLength value="30"/>'),
  attribute("Description", "", "prohibited"),
  property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "true"),
  property('<xs:pattern value="Pset_.*Common"/>', "Reference", "IFCIDENTIFIER"),
  property('<xs:pattern value="Pset_.*Common"/>', '<xs:pattern value="Fire.*"/>', "", "", "optional"),
  property('<xs:pattern value="Pset_.*Common"/>', "LoadBearing", "IFCBOOLEAN", "false", "optional"),
  property("PSet_Revit_Dimensions", "Length", "IFCLENGTHMEASURE", '<xs:minExclusive value="0.5"/>'),
  property("PSet_Revit_Dimensions", "Area", "IFCAREAMEASURE", '<xs:maxInclusive value="10"/>'),
  property(
    "PSet_Revit_Phasing",
    "Phase Created",
    "IFCLABEL",
    '<xs:enumeration value="New"/><xs:enumeration value="Old"/>'
  ),
  property('<xs:pattern value=".*BaseQuantities"/>', "Width", "IFCLENGTHMEASURE", '<xs:maxExclusive value="0.5"/>'),
  property("Pset_WallCommon", "Combustible", "", "", "prohibited"),
  property("Dimensions", "Area", "IFCAREAMEASURE", '<xs:minInclusive value="1"/><xs:maxInclusive value="20"/>'),
  material(),
  material('<xs:pattern value=".*([Cc]oncrete|[Ww]ood|Beton|Holz).*"/>', "optional"),
  classification('<xs:pattern value=".*"/>', '<xs:pattern value="[A-Z].*"/>', "optional"),
  partOf(entity("IFCBUILDINGSTOREY"), "IFCRELCONTAINEDINSPATIALSTRUCTURE"),
  partOf(entity("IFCBUILDING")),
  partOf(entity("IFCCURTAINWALL"), "IFCRELAGGREGATES", "prohibited"),
  entity('<xs:enumeration value="IFCWALL"/><xs:enumeration value="IFCDOOR"/><xs:enumeration value="IFCWINDOW"/>')
]

const classes = [
  "IFCWALLSTANDARDCASE",
  "IFCWALL",
  "IFCDOOR",
  "IFCWINDOW",
  "IFCSLAB",
  "IFCMEMBER",
  "IFCBEAM",
  "IFCCOLUMN",
  "IFCBUILDINGELEMENTPROXY",
  "IFCSPACE"
] as const

/** Specifications that do not apply by a class alone. */
const others: ReadonlyArray<readonly [applicability: string, requirement: string]> = [
  [entity("IFCDOOR") + attribute("Name"), material()],
  [entity("IFCSLAB", "FLOOR"), attribute("Name")],
  [entity("IFCWALLSTANDARDCASE") + property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "true"), material()],
  [entity("IFCBUILDINGSTOREY"), attribute("Elevation", '<xs:minInclusive value="-10"/><xs:maxInclusive value="40"/>')],
  [entity("IFCDOOR"), attribute("OverallHeight", '<xs:minInclusive value="2"/>')],
  [entity("IFCMATERIAL"), attribute("Name", '<xs:pattern value="\\i\\c*( .*)?"/>')],
  [entity("IFCOPENINGELEMENT"), partOf(entity("IFCWALLSTANDARDCASE"), "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT")]
]

/**
 * Returns a document with this many specifications, the first of which are all different.
 *
 * @param each the number of requirements of a specification that applies by a class alone
 */
export const idsOf = (count: number, each = 1): string => {
  const list = Array.from({ length: count }, (_, i) => {
    const other = others[i]
    if (other !== undefined) return specification(`Other ${i}`, ...other)
    const n = i - others.length
    const requires = Array.from({ length: each }, (_, k) => requirements[(n + k) % requirements.length]!).join("")
    const name = classes[Math.floor(n / requirements.length + n) % classes.length]!
    return specification(`${name} ${n}`, entity(name), requires)
  })
  return documentOf("Bench", list)
}

/** The number of specifications with all combinations of requirements and classes. */
export const allCombinations = others.length + requirements.length * classes.length
