import { each, holds, matches, same } from "../../harness/Check.ts"
import { cell, pair } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const five = rules("contract 5")
const nothing = { PropertySet: null, Value: null, PropertyId: null }

export const values = [
  five("5-property-form", "A property is {PropertySet, Value, PropertyId}", async (context) => {
    const value = (await cell(context, "WallA", "Site data.FireRating")) as Record<string, unknown>
    same("set and value", [value["PropertySet"], value["Value"]], ["Site data", "F0"])
    same("members", Object.keys(value).sort(), ["PropertyId", "PropertySet", "Value"])
    matches("PropertyId", value["PropertyId"], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }),
  five("5-property-id-shared", "A property has one guid for its set and name in a project", async (context) => {
    const ids = await Promise.all(
      (["WallA", "WallB"] as const).map(
        async (key) => (await cell(context, key, "Site data.Count")) as Record<string, unknown>
      )
    )
    same("PropertyId", ids[0]!["PropertyId"], ids[1]!["PropertyId"])
    const other = (await cell(context, "WallA", "Site data.Ratio")) as Record<string, unknown>
    holds("another property has another", other["PropertyId"] !== ids[0]!["PropertyId"])
  }),
  five("5-property-absent", "A product without the property has the null object", async (context) => {
    same("Chair", await cell(context, "Chair", "FireRating"), nothing)
  }),
  five("5-value-kinds", "Values are strings, numbers and booleans in the model's own unit", async (context) => {
    const expected: ReadonlyArray<readonly [string, string, unknown]> = [
      ["Count", "Site data", 7],
      ["Ratio", "Site data", 1.5],
      ["Depth", "Site data", 300],
      ["Slope", "Site data", 45],
      ["Load", "Site data", 1200],
      ["IsExternal", "Pset_WallCommon", true],
      ["ThermalTransmittance", "Pset_WallCommon", 0.24],
      ["Reference", "Pset_WallCommon", "12"],
      ["Status", "Pset_WallCommon", "NEW"],
      ["Größe", "Site data", "groß und ÄRGER"],
      ["Length", "Qto_WallBaseQuantities", 4000],
      ["NetSideArea", "Qto_WallBaseQuantities", 10.5]
    ]
    await each(
      expected,
      ([field]) => field,
      async ([field, set, value]) => same(field, await pair(context, "WallA", field), [set, value])
    )
  }),
  five("5-value-without", "An empty text and an unknown logical are empty: only Value is null", async (context) => {
    await each(["AcousticRating", "LoadBearing"], String, async (field) => {
      same(field, await pair(context, "WallA", field), ["Pset_WallCommon", null])
      holds("PropertyId", ((await cell(context, "WallA", field)) as Record<string, unknown>)["PropertyId"] !== null)
    })
  }),
  five(
    "5-value-several",
    "Lists, bounds and enumerations with several words are one text joined by '; '",
    async (context) => {
      same("list", await pair(context, "WallA", "Colours"), ["Site data", "red; green; blue"])
      same("bounds", await pair(context, "WallA", "Span"), ["Site data", "1000; 2500"])
      same("enumeration", await pair(context, "WallB", "Status"), ["Pset_WallCommon", "EXISTING; DEMOLISH"])
      matches("table", (await pair(context, "WallA", "Curve"))[1], /10.*; .*20/)
    }
  ),
  five("5-value-complex", "IfcComplexProperty becomes Complex.Part", async (context) => {
    same("Bolt", await pair(context, "WallA", "Fixing.Bolt"), ["Site data", "M12"])
    same("Number", await pair(context, "WallA", "Fixing.Number"), ["Site data", 4])
    same("with its set", await pair(context, "WallA", "Site data.Fixing.Bolt"), ["Site data", "M12"])
  }),
  five("5-value-reference", "References show the name of their target", async (context) => {
    same("Maker", await pair(context, "WallA", "Maker"), ["Site data", "Acme"])
  }),
  five("5-type-applies", "Properties of the type apply to the occurrence", async (context) => {
    same("IsExternal", await pair(context, "WallB", "IsExternal"), ["Pset_WallCommon", false])
    same("Reference", await pair(context, "WallB", "Pset_WallCommon.Reference"), ["Pset_WallCommon", "TYPE"])
  }),
  five(
    "5-type-overridden",
    "The occurrence's own property of the same set and name precedes, even without value",
    async (context) => {
      same("FireRating", await pair(context, "WallB", "FireRating"), ["Pset_WallCommon", "REI 120"])
      same("AcousticRating", await pair(context, "WallB", "AcousticRating"), ["Pset_WallCommon", null])
    }
  ),
  five("5-shared-set", "Shared sets show on every member", async (context) => {
    await each(["Column", "Beam"] as const, String, async (key) => {
      same("Lot", await pair(context, key, "Lot"), ["Delivery", "L-7"])
      same("Coated", await pair(context, key, "Coated"), ["Delivery", true])
    })
  }),
  five(
    "5-same-named-sets",
    "Sets of one name on one level are one set; of a repeated name the first in the file counts",
    async (context) => {
      same("Remark", await pair(context, "WallB", "Remark"), ["Notes", "first"])
      same("Extra", await pair(context, "WallB", "Notes.Extra"), ["Notes", "x"])
      same("More", await pair(context, "WallB", "Notes.More"), ["Notes", "y"])
    }
  ),
  five("5-fixed-sets", "Door and window sets of fixed attributes are not fields", async (context) => {
    same("Lining", await cell(context, "Window", "Lining.LiningDepth"), nothing)
    same("LiningDepth", await cell(context, "Window", "LiningDepth"), nothing)
  }),
  five("5-name-reserved", "A property with a reserved name is found as Set.Property", async (context) => {
    same("Site data.Name", await pair(context, "WallA", "Site data.Name"), ["Site data", "inner name"])
    same("Name", await cell(context, "WallA", "Name"), "Wall A")
  }),
  five("5-name-qualified", "Every property is found as Set.Property", async (context) => {
    same("Pset", await pair(context, "WallA", "Pset_WallCommon.FireRating"), ["Pset_WallCommon", "REI 60"])
    same("own set", await pair(context, "WallA", "Site data.FireRating"), ["Site data", "F0"])
    same("quantity", await pair(context, "WallB", "BaseQuantities.Length"), ["BaseQuantities", 9999])
  }),
  five("5-name-exact-first", "A text with dots is first taken as an exact name", async (context) => {
    same("Limits.Max", await pair(context, "WallA", "Limits.Max"), ["Site data", "exact"])
    same("Max", await pair(context, "WallA", "Max"), ["Limits", 5])
  }),
  five("5-name-longest-set", "A text with dots is split after the longest set name", async (context) => {
    same("A.B.C", await pair(context, "WallA", "A.B.C"), ["A.B", "of the long set"])
    same("B.C", await pair(context, "WallA", "B.C"), ["A", "of the short set"])
  }),
  five("5-name-sub-fields", "Sub-fields of reserved names have their plain value, string or null", async (context) => {
    const expected = [
      ["WallA", "SpatialLocation.Floor", "Ground floor"],
      ["WallA", "SpatialLocation.Space", null],
      ["Proxy", "SpatialLocation.Site", null],
      ["WallA", "Code.Identification", "EF_25_10"],
      ["WallA", "Code.Name", "Wall structures"],
      ["Chair", "Code.Identification", null],
      ["WallB", "MaterialLayerSet.Name", "Cavity wall"],
      ["Slab", "MaterialLayerSet.Name", null]
    ] as const
    await each(
      expected,
      ([key, field]) => `${field} of ${key}`,
      async ([key, field, value]) => same("value", await cell(context, key, field), value)
    )
  }),
  five("5-name-sub-field-several", "Several codes are joined by '; '", async (context) => {
    const text = matches("Code.Identification", await cell(context, "Slab", "Code.Identification"), /; /)
    same("codes", text.split("; ").sort(), ["OM-1", "Ss_30"])
  }),
  five("5-name-case", "Names match with case, so names that differ only by case are two fields", async (context) => {
    same("Mark", await pair(context, "WallA", "Mark"), ["Site data", "upper"])
    same("mark", await pair(context, "WallA", "mark"), ["Site data", "lower"])
  }),
  five(
    "5-name-precedence",
    "A plain name shows Pset_ sets before others, whatever their order in the file",
    async (context) => {
      same("FireRating", await pair(context, "WallA", "FireRating"), ["Pset_WallCommon", "REI 60"])
    }
  ),
  five("5-name-precedence-first", "Of sets of equal rank a plain name shows the first in the file", async (context) => {
    same("Length", await pair(context, "WallB", "Length"), ["BaseQuantities", 9999])
  }),
  five(
    "5-name-own-over-type",
    "A plain name shows the occurrence's own values before the type's, and then Pset_ sets before others",
    async (context) => {
      same("Reference", await pair(context, "WallB", "Reference"), ["Site data", "own"])
    }
  )
]
