import { attribute, entity, material, property } from "../../bench/IdsFacets.ts"
import { anyOf, type Case, elements, like, restricted, walls } from "./CaseParts.ts"

const quantities = like(".*BaseQuantities")
const common = like("Pset_.*Common")
const any = like(".*")

/** Specifications of properties: every data type, restriction and form of a property that the models have. */
export const ofProperties: ReadonlyArray<Case> = [
  ["property", elements, property(common, "Reference", "")],
  ["property, optional", elements, property(common, "IsExternal", "IFCBOOLEAN", "true", "optional")],
  ["property, prohibited", elements, property("Pset_WallCommon", "LoadBearing", "", "", "prohibited")],
  ["property that is true", walls, property("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "true")],
  ["property that is false", elements, property(common, "LoadBearing", "IFCBOOLEAN", "false")],
  ["property of another type", elements, property(common, "Reference", "IFCLABEL")],
  [
    "property, enumeration",
    elements,
    property(any, "Phase Created", "IFCLABEL", anyOf("New Construction", "Existing"))
  ],
  ["property, pattern", elements, property(common, "Reference", "IFCIDENTIFIER", like("[A-Z0-9].*"))],
  ["property, several patterns", elements, property(common, "Reference", "IFCIDENTIFIER", like("[A-H].*", ".*mm.*"))],
  ["property, length", elements, property(common, "Reference", "IFCIDENTIFIER", restricted({ length: 8 }))],
  [
    "property, lengths",
    elements,
    property(common, "Reference", "IFCIDENTIFIER", restricted({ minLength: 4, maxLength: 20 }))
  ],
  ["property by enumeration", elements, property(common, anyOf("Reference", "IsExternal"), "")],
  ["property by pattern", elements, property(common, like("(Is|Load).*"), "IFCBOOLEAN")],
  ["set by enumeration", elements, property(anyOf("Pset_WallCommon", "Pset_DoorCommon"), "IsExternal", "IFCBOOLEAN")],
  [
    "length, minInclusive",
    elements,
    property(like("Dimensions|PSet_Revit_Dimensions"), "Length", "IFCLENGTHMEASURE", restricted({ minInclusive: 3 }))
  ],
  [
    "length, minExclusive",
    elements,
    property("Constraints", "Head Height", "IFCLENGTHMEASURE", restricted({ minExclusive: 2.1 }))
  ],
  ["length, value", elements, property("Constraints", "Head Height", "IFCLENGTHMEASURE", "2.15")],
  [
    "area, maxInclusive",
    elements,
    property(like("Dimensions|PSet_Revit_Dimensions"), "Area", "IFCAREAMEASURE", restricted({ maxInclusive: 12 }))
  ],
  [
    "volume, maxExclusive",
    elements,
    property(like("Dimensions|PSet_Revit_Dimensions"), "Volume", "IFCVOLUMEMEASURE", restricted({ maxExclusive: 1.5 }))
  ],
  [
    "angle",
    elements,
    property(
      like(".*"),
      anyOf("Slope", "Angle", "Swing Angle"),
      "IFCPLANEANGLEMEASURE",
      restricted({ maxInclusive: 1.6 })
    )
  ],
  [
    "mass",
    elements,
    property("Tekla Quantity", "Weight", "IFCMASSMEASURE", restricted({ minInclusive: 10, maxInclusive: 100 }))
  ],
  [
    "temperature",
    entity("IFCSPACE"),
    property(
      "Pset_SpaceThermalRequirements",
      "SpaceTemperatureMin",
      "IFCTHERMODYNAMICTEMPERATUREMEASURE",
      restricted({ minInclusive: 290 })
    )
  ],
  [
    "transmittance",
    elements,
    property(common, "ThermalTransmittance", "IFCTHERMALTRANSMITTANCEMEASURE", restricted({ maxInclusive: 1 }))
  ],
  [
    "power",
    entity("IFCSPACE"),
    property(any, "Actual Power Load", "IFCPOWERMEASURE", restricted({ minInclusive: 100 }))
  ],
  [
    "real",
    entity("IFCSPACE"),
    property(any, "Plenum Lighting Contribution", "IFCREAL", restricted({ minInclusive: 0.1 }))
  ],
  [
    "integer",
    entity("IFCBUILDING"),
    property("Pset_BuildingCommon", "NumberOfStoreys", "IFCINTEGER", restricted({ minInclusive: 1, maxExclusive: 3 }))
  ],
  [
    "integer with a value",
    entity("IFCBUILDING"),
    property("Pset_BuildingCommon", "NumberOfStoreys", "IFCINTEGER", "2")
  ],
  ["count", entity("IFCBUILDING"), property("Pset_BuildingCommon", "NumberOfStoreys", "IFCCOUNTMEASURE", "2")],
  ["logical", entity("IFCBUILDINGSTOREY"), property("Pset_BuildingStoreyCommon", "AboveGround", "IFCLOGICAL", "true")],
  [
    "quantity that is a length",
    elements,
    property(quantities, "Width", "IFCLENGTHMEASURE", restricted({ maxInclusive: 0.3 }))
  ],
  [
    "quantity that is an area",
    elements,
    property(quantities, like("(Net|Gross).*Area"), "IFCAREAMEASURE", restricted({ minInclusive: 2 }))
  ],
  [
    "quantity that is a volume",
    elements,
    property(quantities, like(".*Volume"), "IFCVOLUMEMEASURE", restricted({ maxInclusive: 5 }))
  ],
  [
    "predefined set",
    entity(anyOf("IFCDOORTYPE", "IFCDOORSTYLE")),
    property(any, "LiningDepth", "IFCPOSITIVELENGTHMEASURE")
  ],
  ["property of a type", entity(like(".*TYPE")), property(any, "Reference", "IFCIDENTIFIER")],
  [
    "property of a material",
    entity("IFCMATERIAL"),
    property(any, "MassDensity", "IFCMASSDENSITYMEASURE", restricted({ minInclusive: 500 }))
  ],
  ["enumerated values", elements, property("Forms", "Enumerated", "IFCLABEL", "b")],
  ["listed values", elements, property("Forms", "Listed", "IFCLENGTHMEASURE", restricted({ minInclusive: 2 }))],
  ["bounds of a value", elements, property("Forms", "Bounded", "IFCLENGTHMEASURE", "3")],
  ["column of a table", elements, property("Forms", "Table", "IFCREAL", "2.5")],
  ["complex property", elements, property("Forms", "Complex", "")],
  ["reference to an object", elements, property("Forms", "Reference", "")],
  ["unit of the property", elements, property("Forms", "Own unit", "IFCLENGTHMEASURE", "2.5")],
  ["empty text", elements, property("Forms", "Empty text", "IFCLABEL")],
  ["unknown logical", elements, property("Forms", "Unknown", "IFCLOGICAL")],
  ["duration", elements, property("Forms", "Duration", "IFCDURATION", "PT48H")],
  ["zero", elements, property("Forms", "Zero", "IFCINTEGER", "0")],
  ["degrees Celsius", elements, property("Forms", "Temperature", "IFCTHERMODYNAMICTEMPERATUREMEASURE", "293.15")],
  ["applicable property", elements + property(common, "IsExternal", "IFCBOOLEAN", "true"), material()],
  [
    "applicable property of any class",
    property(like("Pset_(Wall|Door)Common"), "IsExternal", "IFCBOOLEAN", "true"),
    attribute("Name")
  ]
]
