import { each, same } from "../../harness/Check.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { calculate, cell, held, type HouseKey, houseKeys } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const six = rules("contract 6")
const calculating = rules("contract 6", operating)

type Case = readonly [property: string, operator: string, value: unknown, expected: ReadonlyArray<HouseKey>]

const all: ReadonlyArray<HouseKey> = houseKeys
const but = (...keys: ReadonlyArray<HouseKey>): ReadonlyArray<HouseKey> =>
  houseKeys.filter((key) => !keys.includes(key))

/** Each leaf selects exactly these products of the house, and its negation the others. */
const table = (id: string, title: string, cases: ReadonlyArray<Case>) =>
  six(id, title, (context) =>
    each(
      cases,
      ([property, operator, value]) => `${property} ${operator} ${JSON.stringify(value)}`,
      async ([property, operator, value, expected]) => {
        const leaf = { property, operator, value }
        same("products", await held(context, leaf), expected)
        same("the others", await held(context, { not: leaf }), but(...expected))
      }
    )
  )

const wall = { property: "Class", operator: "Contains", value: "wall" }
export const conditions = [
  six("6-where-tree", "where is a tree of and, or, not and leaves", async (context) => {
    const external = { property: "IsExternal", operator: "Equals", value: true }
    const column = { property: "Class", operator: "Equals", value: "Column" }
    same("and", await held(context, { and: [wall, external] }), ["WallA"])
    same("or", await held(context, { or: [column, external] }), ["WallA", "Column"])
    same("not", await held(context, { not: wall }), but("WallA", "WallB", "Facade"))
    same("nested", await held(context, { or: [{ and: [wall, { not: external }] }, column] }), [
      "WallB",
      "Facade",
      "Column"
    ])
  }),
  six("6-where-empty", "An empty and matches every product, an empty or none", async (context) => {
    same("and", await held(context, { and: [] }), all)
    same("or", await held(context, { or: [] }), [])
    same("not or", await held(context, { not: { or: [] } }), all)
    same("or of and", await held(context, { or: [{ and: [] }] }), all)
    same("null", await held(context, null), all)
  }),
  six("6-where-filters", "If both filters and where are given, both must match", async (context) => {
    const filters = [{ property: "FireRating", operator: "NotEquals", value: null }]
    same("both", await held(context, { not: { property: "Name", operator: "Equals", value: "Wall B" } }, filters), [
      "WallA"
    ])
  }),
  six("6-where-case", "Members and operators match without regard to case", async (context) => {
    same("leaf", await held(context, { AND: [{ Property: "Count", OPERATOR: "greaterTHAN", Value: 7 }] }), ["WallB"])
  }),
  table("6-where-five", "A leaf accepts the five operators of the specification", [
    ["FireRating", "Equals", "REI 120", ["WallB"]],
    ["FireRating", "NotEquals", null, ["WallA", "WallB"]],
    ["Count", "In", [7, "12"], ["WallA", "WallB"]],
    ["Name", "NotIn", [], all],
    ["FireRating", "Contains", "rei", ["WallA", "WallB"]]
  ]),
  table("6-where-order-number", "Order operators compare numbers, decimal texts included, within 1e-9", [
    ["Count", "GreaterThan", 7, ["WallB"]],
    ["Count", "GreaterThan", "7.0", ["WallB"]],
    ["Count", "GreaterThanOrEquals", 7, ["WallA", "WallB"]],
    ["Count", "LessThan", 12, ["WallA"]],
    ["Count", "LessThanOrEquals", "1.2e1", ["WallA", "WallB"]],
    ["Count", "GreaterThan", 7 * (1 - 1e-10), ["WallB"]],
    ["Count", "LessThanOrEquals", 7 * (1 - 1e-10), ["WallA"]],
    ["Count", "GreaterThan", 7 * (1 - 1e-7), ["WallA", "WallB"]],
    ["Count", "Between", [7, 12], ["WallA", "WallB"]],
    ["Count", "Between", [8, "12"], ["WallB"]],
    ["Count", "Between", [12, 7], []]
  ]),
  table(
    "6-where-order-text",
    "Order operators compare texts by lower-cased code points, and never a text with a number",
    [
      ["FireRating", "GreaterThan", "rei 120", ["WallA"]],
      ["FireRating", "GreaterThanOrEquals", "rei 120", ["WallA", "WallB"]],
      ["FireRating", "LessThan", "REI 60", ["WallB"]],
      ["FireRating", "Between", ["rei 1", "REI 2"], ["WallB"]],
      ["FireRating", "GreaterThan", 0, []],
      ["Count", "LessThan", "z", []],
      ["Count", "Between", [0, "z"], []],
      ["IsExternal", "GreaterThan", 0, []],
      ["Ratio", "GreaterThan", 1, ["WallA"]],
      ["Ratio", "GreaterThan", "a", ["WallB"]]
    ]
  ),
  table("6-where-order-several", "Of several values each single one is compared, never the joined text", [
    ["Colours", "GreaterThan", "red", []],
    ["Colours", "GreaterThanOrEquals", "red", ["WallA"]],
    ["Colours", "LessThan", "blue", []],
    ["Colours", "Between", ["c", "h"], ["WallA"]]
  ]),
  table("6-where-order-forms", "Fields with their own form are ordered by their plain value", [
    ["SpatialLocation", "GreaterThanOrEquals", "upper floor", ["Column", "Beam"]],
    ["Code", "GreaterThan", "P", ["Slab"]],
    ["Code.Identification", "Between", ["om", "on"], ["Slab"]]
  ]),
  table("6-where-ends", "StartsWith and EndsWith ignore case", [
    ["FireRating", "StartsWith", "rei 1", ["WallB"]],
    ["FireRating", "EndsWith", " 60", ["WallA"]],
    ["Name", "StartsWith", "WALL", ["WallA", "WallB"]],
    ["Class", "StartsWith", "wall", ["WallA", "WallB"]],
    ["Colours", "StartsWith", "gre", ["WallA"]],
    ["Count", "StartsWith", "1", ["WallB"]],
    ["FireRating", "StartsWith", "", ["WallA", "WallB"]]
  ]),
  table("6-where-matches", "Matches finds an RE2 expression anywhere in the text and respects case", [
    ["FireRating", "Matches", "^REI [0-9]{2}$", ["WallA"]],
    ["FireRating", "Matches", "rei", []],
    ["FireRating", "Matches", "(?i)rei", ["WallA", "WallB"]],
    ["Name", "Matches", String.raw`\bB$`, ["WallB"]],
    ["Colours", "Matches", "^green$", ["WallA"]],
    ["Count", "Matches", "^1", ["WallB"]],
    ["Name", "Matches", "(a+)+$", []]
  ]),
  table("6-where-exists", "Exists and NotExists test for a value", [
    ["FireRating", "Exists", undefined, ["WallA", "WallB"]],
    ["FireRating", "NotExists", undefined, but("WallA", "WallB")],
    ["AcousticRating", "Exists", undefined, []],
    ["Code", "Exists", undefined, ["WallA", "WallB", "Facade", "Slab"]]
  ]),
  table("6-where-isa", "IsA matches the class and its subtypes, with or without Ifc", [
    ["Class", "IsA", "IfcWall", ["WallA", "WallB"]],
    ["Class", "IsA", "Wall", ["WallA", "WallB"]],
    ["Class", "IsA", "IfcFurnishingElement", ["Chair", "Nameless"]],
    ["Class", "IsA", "IfcElement", all],
    ["Class", "IsA", "IfcBuildingElement", but("Chair", "Nameless")],
    ["Class", "IsA", "IfcBuiltElement", but("Chair", "Nameless")],
    ["Class", "IsA", "IfcProject", []]
  ]),
  table("6-where-below", "Below matches a place or code and its descendants; an unknown one matches nothing", [
    ["SpatialLocation", "Below", "Upper floor", ["Column", "Beam"]],
    ["SpatialLocation", "Below", guid("Upper"), ["Column", "Beam"]],
    ["SpatialLocation", "Below", "Nowhere", []],
    ["Code", "Below", "EF_25", ["WallA", "WallB", "Facade"]],
    ["Code", "Below", "EF_25_10", ["WallA", "Facade"]],
    ["Code", "Below", "EF", []]
  ]),
  six("6-where-below-guid", "Below accepts the guid of a code", async (context) => {
    const [code = ""] = Object.keys((await cell(context, "WallB", "Code")) as object)
    same("products", await held(context, { property: "Code", operator: "Below", value: code }), [
      "WallA",
      "WallB",
      "Facade"
    ])
  }),
  calculating("6-where-quantities", "M5 accepts where, and its result contains it", async (context) => {
    const where = { property: "Class", operator: "IsA", value: "Wall" }
    const result = await calculate(context, await context.house, { calculators: ["Count"], where })
    same("where", result.at("where"), where)
    same("totals", result.at("totals"), { Count: 2 })
  }),
  six("6-where-dynamic", "M8 accepts where", async (context) => {
    const { path } = await context.house
    const bad = { where: { property: "No such property", operator: "Exists" } }
    errorView(await context.api.post(`${path}/products/dynamic-properties/query`, bad), 400, "InvalidFilter")
  })
]
