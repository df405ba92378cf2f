import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { guid } from "../../harness/Imports.ts"
import { cell, type HouseKey, houseKeys, query, selected } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const six = rules("contract 6")
const m4 = rules("specification M4")

type Case = readonly [property: string, operator: string, value: unknown, expected: ReadonlyArray<HouseKey>]

const all: ReadonlyArray<HouseKey> = houseKeys
const but = (...keys: ReadonlyArray<HouseKey>): ReadonlyArray<HouseKey> =>
  houseKeys.filter((key) => !keys.includes(key))

/** Each case selects exactly these products of the house, in the order of the file. */
const select = (context: Context, cases: ReadonlyArray<Case>): Promise<void> =>
  each(
    cases,
    ([property, operator, value]) => `${property} ${operator} ${JSON.stringify(value)}`,
    async ([property, operator, value, expected]) =>
      same("products", await selected(context, [{ property, operator, value }]), expected)
  )

const table = (id: string, title: string, cases: ReadonlyArray<Case>) =>
  six(id, title, (context) => select(context, cases))

export const filters = [
  six("6-none", "filters absent, null, [] or {} match all products", async (context) => {
    await each([undefined, null, [], {}], String, async (filters) =>
      same("products", await selected(context, filters), all)
    )
  }),
  six("6-map", "A map is a Contains filter on each of its names", async (context) => {
    same("Class", await selected(context, { Class: "Wall" }), ["WallA", "WallB", "Facade"])
    same("Class and Name", await selected(context, { Class: "wALL", Name: "b" }), ["WallB"])
  }),
  m4("M4-filters-and", "All filters combine with AND", async (context) => {
    const found = await selected(context, [
      { property: "Class", operator: "Contains", value: "wall" },
      { property: "FireRating", operator: "NotEquals", value: null },
      { property: "Name", operator: "NotEquals", value: "Wall A" }
    ])
    same("products", found, ["WallB"])
  }),
  m4("M4-filters-count", "totalCount counts all matches, not only those of the page", async (context) => {
    const filters = [{ property: "Class", operator: "Contains", value: "wall" }]
    const answer = status(
      await query(context, await context.house, { fields: ["Name"], filters }, "?page=2&pageSize=2"),
      200
    )
    same("totalCount", answer.at("totalCount"), 3)
    same("result", answer.at("result"), [{ Name: "Facade" }])
  }),
  table("6-text", "A text matches exactly the same text", [
    ["Name", "Equals", "Wall A", ["WallA"]],
    ["Name", "Equals", "wall a", []],
    ["Name", "Equals", " Wall A", []],
    ["Name", "Equals", "", ["Nameless"]],
    ["Tag", "Equals", "W-1", ["WallA"]],
    ["FireRating", "Equals", "REI 120", ["WallB"]],
    ["FireRating", "Equals", "REI 90", []],
    ["Site data.FireRating", "Equals", "F0", ["WallA"]],
    ["A.B.C", "Equals", "of the long set", ["WallA"]],
    ["Limits.Max", "Equals", "exact", ["WallA"]]
  ]),
  table("6-text-number", "A text matches a number or boolean by its JSON text", [
    ["Reference", "Equals", 12, ["WallA"]],
    ["Reference", "Equals", "12", ["WallA"]],
    ["Reference", "Equals", "12.0", []],
    ["Reference", "Equals", 12.5, []],
    ["Reference", "Equals", true, []]
  ]),
  table("6-number", "A number matches a number or decimal text, within 1e-9 relative", [
    ["Count", "Equals", 12, ["WallB"]],
    ["Count", "Equals", "12", ["WallB"]],
    ["Count", "Equals", "12.0", ["WallB"]],
    ["Count", "Equals", "1.2e1", ["WallB"]],
    ["Count", "Equals", "0x0C", []],
    ["Count", "Equals", "twelve", []],
    ["Count", "Equals", 7 * (1 + 1e-10), ["WallA"]],
    ["Count", "Equals", 7 * (1 + 1e-7), []],
    ["Length", "Equals", 4000.000001, ["WallA"]],
    ["Length", "Equals", "3e3", ["Mullion", "Column"]],
    ["Length", "Equals", -0, ["Beam"]],
    ["Count", "Equals", true, []]
  ]),
  table("6-boolean", "A boolean matches a boolean or true/false in any case", [
    ["IsExternal", "Equals", true, ["WallA"]],
    ["IsExternal", "Equals", false, ["WallB"]],
    ["IsExternal", "Equals", "TRUE", ["WallA"]],
    ["IsExternal", "Equals", "fAlSe", ["WallB"]],
    ["IsExternal", "Equals", 1, []],
    ["IsExternal", "Equals", "yes", []],
    ["Coated", "In", ["True"], ["Column", "Beam"]]
  ]),
  table("6-mixed", "A value is compared by the type of the product's value", [
    ["Ratio", "Equals", "1.5", ["WallA"]],
    ["Ratio", "Equals", 1.5, ["WallA"]],
    ["Ratio", "Equals", "half", ["WallB"]],
    ["Ratio", "In", ["half", 1.5], ["WallA", "WallB"]]
  ]),
  table("6-several", "Of several values in one field the whole text and each single value match", [
    ["Colours", "Equals", "green", ["WallA"]],
    ["Colours", "Equals", "red; green; blue", ["WallA"]],
    ["Colours", "Equals", "red; green", []],
    ["Colours", "In", ["white", "blue"], ["WallA"]],
    ["Colours", "NotEquals", "green", but("WallA")],
    ["Status", "Equals", "EXISTING", ["WallB"]],
    ["Status", "In", ["NEW", "DEMOLISH"], ["WallA", "WallB"]]
  ]),
  table("6-null", "Absent and empty values equal null and the empty text, and nothing else", [
    ["FireRating", "Equals", null, but("WallA", "WallB")],
    ["FireRating", "Equals", "", but("WallA", "WallB")],
    ["AcousticRating", "Equals", null, all],
    ["LoadBearing", "Equals", "", all],
    ["LoadBearing", "Equals", false, []],
    ["Count", "Equals", 0, []],
    ["FireRating", "In", [null], but("WallA", "WallB")],
    ["FireRating", "In", ["", "REI 60"], but("WallB")],
    ["Description", "Equals", null, but("WallA")]
  ]),
  table("6-not-equals", "NotEquals and NotIn are the exact complements of Equals and In", [
    ["FireRating", "NotEquals", "REI 60", but("WallA")],
    ["FireRating", "NotEquals", null, ["WallA", "WallB"]],
    ["FireRating", "NotEquals", "", ["WallA", "WallB"]],
    ["AcousticRating", "NotEquals", null, []],
    ["AcousticRating", "NotEquals", "Rw 50", all],
    ["Count", "NotEquals", "12", but("WallB")],
    ["IsExternal", "NotEquals", true, but("WallA")],
    ["FireRating", "NotIn", ["REI 60", null], ["WallB"]],
    ["FireRating", "NotIn", ["REI 60"], but("WallA")]
  ]),
  table("6-in", "In matches any of the items; In [] matches none, NotIn [] all", [
    ["Count", "In", [7, "12", null], all],
    ["Count", "In", [7, "12"], ["WallA", "WallB"]],
    ["Guid", "In", [guid("Beam"), guid("WallA"), guid("Beam")], ["WallA", "Beam"]],
    ["Name", "In", [], []],
    ["Name", "NotIn", [], all],
    ["IsExternal", "In", [true, "false"], ["WallA", "WallB"]]
  ]),
  table("6-contains", "Contains searches the value's text without regard to case, and numbers as they are shown", [
    ["FireRating", "Contains", "rei", ["WallA", "WallB"]],
    ["FireRating", "Contains", "EI 1", ["WallB"]],
    ["Größe", "Contains", "ärger", ["WallA"]],
    ["Größe", "Contains", "ß UND", ["WallA"]],
    ["Name", "Contains", "\u{1F600}", ["Proxy"]],
    ["Length", "Contains", "000", ["WallA", "Mullion", "Column"]],
    ["Length", "Contains", "2.5", ["Proxy"]],
    ["IsExternal", "Contains", "RU", ["WallA"]],
    ["Colours", "Contains", "n; B", ["WallA"]],
    ["FireRating", "Contains", "%", []],
    ["Name", "Contains", ".*", []]
  ]),
  table("6-contains-empty", "Contains with the empty text matches every product with a value", [
    ["FireRating", "Contains", "", ["WallA", "WallB"]],
    ["AcousticRating", "Contains", "", []],
    ["Count", "Contains", "", ["WallA", "WallB"]],
    ["Class", "Contains", "", all]
  ]),
  table("6-class", "Class also matches without its Ifc prefix", [
    ["Class", "Equals", "Wall", ["WallA"]],
    ["Class", "Equals", "IfcWall", ["WallA"]],
    ["Class", "In", ["Slab", "IfcBeam"], ["Slab", "Beam"]],
    ["Class", "NotEquals", "Furniture", but("Chair", "Nameless")],
    ["Class", "Contains", "Wall", ["WallA", "WallB", "Facade"]],
    ["Class", "Equals", "Wal", []]
  ]),
  table("6-attributes", "Attributes are filtered like properties, including values of the type", [
    ["PredefinedType", "Equals", "STANDARD", ["WallB"]],
    ["TypeName", "Contains", "CAVITY", ["WallB"]],
    ["ObjectType", "NotEquals", null, ["WallA"]]
  ]),
  table("6-code", "Code compares with identification, name or guid of any of the product's codes", [
    ["Code", "Equals", "EF_25_10", ["WallA", "Facade"]],
    ["Code", "Equals", "Wall structures", ["WallA", "Facade"]],
    ["Code", "Equals", "Ss_30", ["Slab"]],
    ["Code", "In", ["OM-1", "EF_25"], ["WallB", "Slab"]],
    ["Code", "NotEquals", "OM-1", but("Slab")],
    ["Code", "Contains", "ef_25", ["WallA", "WallB", "Facade"]],
    ["Code", "Equals", null, but("WallA", "WallB", "Facade", "Slab")],
    ["Code.Identification", "Equals", "EF_25", ["WallB"]],
    ["Code.Identification", "Equals", "Walls", []],
    ["Code.Name", "Equals", "Own mark", ["Slab"]]
  ]),
  six("6-code-guid", "A code's guid finds its products", async (context) => {
    const [code = ""] = Object.keys((await cell(context, "WallA", "Code")) as object)
    await select(context, [
      ["Code", "Equals", code, ["WallA", "Facade"]],
      ["Code", "In", [code], ["WallA", "Facade"]]
    ])
  }),
  table("6-location", "SpatialLocation compares with the name or guid of any level", [
    ["SpatialLocation", "Equals", "Upper floor", ["Column", "Beam"]],
    ["SpatialLocation", "Equals", guid("Upper"), ["Column", "Beam"]],
    ["SpatialLocation", "Equals", "Kitchen", ["Chair"]],
    ["SpatialLocation", "Contains", "upper", ["Column", "Beam"]],
    ["SpatialLocation.Floor", "Equals", "Upper floor", ["Column", "Beam"]],
    ["SpatialLocation.Space", "NotEquals", null, ["Chair"]],
    ["SpatialLocation.Floor", "Equals", "Kitchen", []]
  ]),
  six("6-location-levels", "A product in a space is also on its floor and in its building", async (context) => {
    for (const value of ["Ground floor", guid("Ground"), "House", guid("Building"), "Meadow", guid("Site")]) {
      const found = await selected(context, [{ property: "SpatialLocation", operator: "Equals", value }])
      holds(`${value} holds the chair and Wall A`, found.includes("Chair") && found.includes("WallA"), found)
      holds(`${value} does not hold what is unplaced`, !found.includes("Proxy"), found)
    }
    const none = await selected(context, [{ property: "SpatialLocation", operator: "Equals", value: null }])
    holds("null finds what is unplaced", none.includes("Proxy") && !none.includes("WallA"), none)
  }),
  table("6-material", "MaterialLayerSet compares with its name, a layer's material name or a material guid", [
    ["MaterialLayerSet", "Equals", "Cavity wall", ["WallB"]],
    ["MaterialLayerSet", "Equals", "Brick", ["WallA", "WallB"]],
    ["MaterialLayerSet", "Equals", "Concrete", ["Slab", "Column"]],
    ["MaterialLayerSet", "Contains", "CONC", ["Slab", "Column"]],
    ["MaterialLayerSet", "In", ["Glass", "Paint"], ["Door", "Window", "Beam"]],
    ["Material", "Equals", "Brick", ["WallA", "WallB"]],
    ["MaterialLayerSet.Name", "Equals", "Cavity wall", ["WallB"]],
    ["MaterialLayerSet.Name", "Equals", "Plaster", []],
    ["MaterialLayerSet.Layers", "Equals", "Concrete 150 | Concrete 50", ["Slab"]]
  ]),
  six("6-material-guid", "A material's guid finds its products", async (context) => {
    const { MaterialId } = (await cell(context, "WallA", "MaterialLayerSet")) as { MaterialId: string }
    await select(context, [["MaterialLayerSet", "Equals", MaterialId, ["WallA", "WallB"]]])
  }),
  six("6-material-null", "A field with its own form equals null if it has neither name nor guid", async (context) => {
    const none = await selected(context, [{ property: "MaterialLayerSet", operator: "Equals", value: null }])
    same(
      "products",
      none.filter((key) => key !== "Column"),
      ["Facade", "Mullion", "Panel", "Proxy", "Chair", "Nameless"]
    )
  })
]
