import {
  attribute,
  classification,
  documentOf,
  entity,
  material,
  partOf,
  specification
} from "../../bench/IdsFacets.ts"
import { anyOf, type Case, doors, elements, like, openings, restricted, slabs, walls, wholes } from "./CaseParts.ts"
import { ofProperties } from "./PropertyCases.ts"

const any = like(".*")

const ofEntities: ReadonlyArray<Case> = [
  ["class", elements, entity("IFCDOOR")],
  ["class by enumeration", elements, entity(anyOf("IFCDOOR", "IFCWINDOW"))],
  ["class by pattern", elements, entity(like("IFC(WALL|BEAM).*"))],
  ["predefined type", slabs, entity("IFCSLAB", "FLOOR")],
  ["predefined type by enumeration", slabs, entity("IFCSLAB", anyOf("ROOF", "BASESLAB"))],
  ["predefined type by pattern", entity("IFCCOVERING"), entity("IFCCOVERING", like("[CF].*ING"))],
  ["predefined type by length", entity("IFCBEAM"), entity("IFCBEAM", restricted({ minLength: 5 }))],
  ["user-defined type", walls, entity(like("IFCWALL.*"), "USERDEFINED")],
  ["text of a user-defined type", walls, entity("IFCWALL", "Glazed")],
  ["predefined type of a type", entity(like("IFC(WALL|SLAB|BEAM)TYPE")), entity(like(".*TYPE"), "STANDARD")],
  ["applicable predefined type", entity("IFCSLAB", anyOf("FLOOR", "ROOF")), attribute("Name")],
  ["applicable class by pattern", entity(like("IFC(DOOR|WINDOW)")), attribute("Name")],
  ["resources", entity(anyOf("IFCMATERIAL", "IFCMATERIALLAYER")), attribute("Name")]
]

const ofAttributes: ReadonlyArray<Case> = [
  ["attribute", elements, attribute("Description")],
  ["attribute, prohibited", elements, attribute("Description", "", "prohibited")],
  ["attribute, optional", elements, attribute("ObjectType", "", "optional")],
  ["attribute with a value", entity("IFCPROJECT"), attribute("Phase", "New Construction")],
  ["attribute, enumeration", elements, attribute("ObjectType", anyOf("Glazed", "STL", "0010"))],
  ["attribute, enumeration, optional", elements, attribute("ObjectType", anyOf("Glazed", "STL", "0010"), "optional")],
  ["attribute, enumeration, prohibited", elements, attribute("ObjectType", anyOf("Glazed", "STL"), "prohibited")],
  ["attribute, pattern", elements, attribute("Name", like("[A-Z][a-z]+.*"))],
  ["attribute, several patterns", elements, attribute("Name", like("[A-M].*", ".*[0-9]"))],
  ["attribute, class subtraction", elements, attribute("Name", like("[\\c-[0-9]]+([ :\\-].*)?"))],
  ["attribute, Unicode category", elements, attribute("Name", like("\\p{Lu}.*\\p{Nd}+"))],
  ["attribute, anchors are characters", elements, attribute("Name", like("^.*$"))],
  ["attribute, length", elements, attribute("GlobalId", restricted({ length: 22 }))],
  ["attribute, least length", elements, attribute("Name", restricted({ minLength: 10 }))],
  ["attribute, greatest length", elements, attribute("Name", restricted({ maxLength: 10 }))],
  ["attribute, both lengths", elements, attribute("Name", restricted({ minLength: 5, maxLength: 25 }))],
  ["attribute by enumeration", elements, attribute(anyOf("Description", "ObjectType"))],
  ["attribute by pattern", elements, attribute(like("Overall(Height|Width)"), restricted({ minInclusive: 0.9 }))],
  ["attribute in SI, minInclusive", doors, attribute("OverallHeight", restricted({ minInclusive: 2.1 }))],
  ["attribute in SI, maxExclusive", doors, attribute("OverallWidth", restricted({ maxExclusive: 1 }))],
  [
    "attribute in SI, both",
    entity("IFCBUILDINGSTOREY"),
    attribute("Elevation", restricted({ minExclusive: -1, maxInclusive: 3 }))
  ],
  ["attribute in SI, value", entity("IFCBUILDINGSTOREY"), attribute("Elevation", "0")],
  [
    "attribute in SI of a layer",
    entity("IFCMATERIALLAYER"),
    attribute("LayerThickness", restricted({ maxInclusive: 0.1 }))
  ],
  ["attribute that is an enumeration", slabs, attribute("PredefinedType", "FLOOR")],
  ["attribute that is logical", entity("IFCMATERIALLAYER"), attribute("IsVentilated", "false")],
  ["attribute that is an object", elements, attribute("ObjectPlacement")],
  ["attribute that is a list", entity("IFCSITE"), attribute("RefLatitude")],
  ["attribute that the class lacks", elements, attribute("Elevation")],
  ["applicable attribute", elements + attribute("ObjectType", like(".*[a-z].*")), attribute("Description")],
  ["applicable attribute of any class", attribute("LongName", like("[A-Z].*")), attribute("Name")]
]

const ofClassifications: ReadonlyArray<Case> = [
  ["classification", elements, classification("Uniformat")],
  ["classification, prohibited", elements, classification("Uniformat", "", "prohibited")],
  ["classification, optional", elements, classification("Uniformat", like("[A-Z][0-9]+"), "optional")],
  ["classification with a code", elements, classification("Uniformat", "E2020200")],
  [
    "classification, enumeration",
    elements,
    classification(anyOf("Uniformat", "NL/SfB (4 cijfers)"), anyOf("C1020300", "31.24"))
  ],
  ["classification, pattern", elements, classification(any, like("[0-9]{2}\\.[0-9]{2}"))],
  ["classification, length", elements, classification(any, restricted({ maxLength: 5 }))],
  ["applicable classification", elements + classification(like("NL.*")), attribute("Tag")],
  ["applicable classification of any class", classification("Uniformat"), attribute("Name")]
]

const ofMaterials: ReadonlyArray<Case> = [
  ["material", elements, material()],
  ["material, prohibited", elements, material("", "prohibited")],
  ["material, optional", elements, material(like(".*[Ww]ood.*|Holz.*"), "optional")],
  ["material with a name", elements, material("Default Wall")],
  ["material, enumeration", elements, material(anyOf("Holz", "STEEL/S235JR", "J_Wall_Brick"))],
  ["material, pattern", elements, material(like(".*([Cc]oncrete|[Bb]eton|BETON).*"))],
  ["material, length", elements, material(restricted({ minLength: 12 }))],
  ["applicable material", elements + material(like("[A-L].*")), attribute("Description")],
  ["applicable material of any class", material(like("[A-L].*")), attribute("Name")]
]

const ofWholes: ReadonlyArray<Case> = [
  ["part by any relation", elements, partOf(entity("IFCBUILDING"))],
  ["part by any relation, prohibited", elements, partOf(entity("IFCELEMENTASSEMBLY"), "", "prohibited")],
  ["part of a class by enumeration", elements, partOf(entity(wholes))],
  ["part of a predefined type", elements, partOf(entity("IFCSLAB", "ROOF"), openings)],
  ["aggregated", elements, partOf(entity("IFCELEMENTASSEMBLY"), "IFCRELAGGREGATES")],
  [
    "aggregated, prohibited",
    elements,
    partOf(entity(anyOf("IFCROOF", "IFCCURTAINWALL", "IFCSTAIR")), "IFCRELAGGREGATES", "prohibited")
  ],
  [
    "aggregated at any depth",
    entity(anyOf("IFCBUILDINGSTOREY", "IFCSPACE")),
    partOf(entity("IFCPROJECT"), "IFCRELAGGREGATES")
  ],
  ["aggregated in a predefined type", elements, partOf(entity("IFCROOF", "GABLE_ROOF"), "IFCRELAGGREGATES")],
  ["contained", elements, partOf(entity("IFCBUILDINGSTOREY"), "IFCRELCONTAINEDINSPATIALSTRUCTURE")],
  ["contained, prohibited", elements, partOf(entity("IFCSPACE"), "IFCRELCONTAINEDINSPATIALSTRUCTURE", "prohibited")],
  ["grouped", elements, partOf(entity(like("IFC.*(GROUP|ZONE|SYSTEM)")), "IFCRELASSIGNSTOGROUP")],
  [
    "grouped by a predefined type",
    elements,
    partOf(entity("IFCDISTRIBUTIONSYSTEM", "VENTILATION"), "IFCRELASSIGNSTOGROUP")
  ],
  ["grouped, prohibited", elements, partOf(entity("IFCZONE"), "IFCRELASSIGNSTOGROUP", "prohibited")],
  ["nested", elements, partOf(entity("IFCFURNITURE"), "IFCRELNESTS")],
  ["nested, prohibited", elements, partOf(entity("IFCFURNITURE"), "IFCRELNESTS", "prohibited")],
  ["filling", entity(anyOf("IFCDOOR", "IFCWINDOW")), partOf(walls, openings)],
  ["filling, prohibited", entity(anyOf("IFCDOOR", "IFCWINDOW")), partOf(entity("IFCROOF"), openings, "prohibited")],
  ["voiding", entity("IFCOPENINGELEMENT"), partOf(walls, openings)],
  ["applicable part", elements + partOf(entity("IFCBUILDINGSTOREY")), attribute("Tag")]
]

const ofNecessities: ReadonlyArray<Case> = [
  ["required, something applies", elements, attribute("Name"), "required"],
  ["required, nothing applies", entity("IFCCHIMNEY"), attribute("Name"), "required"],
  ["required without requirements", doors, "", "required"],
  ["optional, nothing applies", entity("IFCCHIMNEY"), attribute("Name")],
  ["prohibited, something applies", doors, "", "prohibited"],
  ["prohibited, nothing applies", entity("IFCCHIMNEY"), "", "prohibited"]
]

const cases = [
  ...ofEntities,
  ...ofAttributes,
  ...ofProperties,
  ...ofClassifications,
  ...ofMaterials,
  ...ofWholes,
  ...ofNecessities
]

/**
 * A document with every facet, restriction and cardinality, one requirement in each specification. The schema requires
 * the parts of an applicability in the order of facets, so the entity comes first.
 */
export const everyFacet: string = documentOf(
  "Every facet",
  cases.map((one) => specification(...one))
)
