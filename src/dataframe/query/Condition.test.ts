import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { parse } from "../../domain/products/Condition.ts"
import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import { encode } from "../table/Container.ts"
import { open } from "../table/ProductTable.ts"
import { content, modelGuid, tableOf, type TestModel } from "../testing/TestContent.ts"
import { select } from "./Selection.ts"
import * as View from "./View.ts"

const empty = View.empty("1")
const found = (table: ReturnType<typeof tableOf>, where: unknown, view = empty): ReadonlyArray<number> =>
  Array.from(
    Either.getOrThrow(select(table, view, { filters: noFilters, where: Either.getOrThrow(parse(where))! })).indices()
  )
const fault = (table: ReturnType<typeof tableOf>, where: unknown) =>
  Either.getOrThrow(Either.flip(select(table, empty, { filters: noFilters, where: Either.getOrThrow(parse(where))! })))

describe("single values are compared within their own type", () => {
  const model = content({
    products: [
      { cells: [["S|List", { value: "9; 10", items: ["9", "10"] }]] },
      { cells: [["S|Texts", { value: "9; 10", items: ["9", "10"] }]] },
      { cells: [["S|Bounds", { value: "; 20", several: true, fixed: true }]] },
      { cells: [["S|Digits", { value: "12345678901234567890", digits: true }]] },
      { cells: [["S|Plain", "12"]] },
      { materialSet: 0 }
    ],
    materials: ["Brick"],
    materialSets: [
      { name: "Wall", form: "layers", layers: [{ material: 0, name: null, thickness: 240, fraction: null }] }
    ]
  })
  const properties = model.properties.map((one) => (one.name === "List" ? { ...one, items: "Integer" as const } : one))
  const table = open(encode({ ...model, properties }, { modelGuid }))

  test.each([
    ["List", "GreaterThan", 9, [0]],
    ["List", "GreaterThan", 10, []],
    ["List", "LessThan", "9.5", [0]],
    ["Texts", "GreaterThan", 5, []],
    ["Texts", "LessThan", "2", [1]],
    ["Bounds", "Between", [15, 25], [2]],
    ["Bounds", "LessThan", 20, []],
    ["Digits", "GreaterThan", 1e19, [3]],
    ["Digits", "LessThan", 1e19, []],
    ["Plain", "GreaterThan", 5, []],
    ["Plain", "LessThan", "5", [4]],
    ["MaterialLayers.Thickness", "GreaterThan", 99, [5]],
    ["MaterialLayers.Thickness", "Between", ["200", 240], [5]],
    ["MaterialLayerSet", "StartsWith", "bri", [5]]
  ])("%s %s %p", (property, operator, value, expected) => {
    expect(found(table, { property, operator, value })).toEqual(expected)
  })
})

describe("Below follows the tree of codes", () => {
  const model: TestModel = {
    products: [{ codes: [0] }, { codes: [1] }, { codes: [2] }, {}],
    codes: ["A", "A1", "A11"].map((identification) => ({ codification: 0, identification, name: "" }))
  }
  const withParents = content(model)
  const codes = withParents.codes.map((code, i) => ({ ...code, parent: i - 1 }))
  const table = open(encode({ ...withParents, codes }, { modelGuid }))
  const guid = (identification: string) => DerivedUuid.ofCode(modelGuid, null, identification)
  const now = (entries: ReadonlyArray<readonly [string, View.CodeNow | null]>) =>
    View.empty("1", { references: { ...empty.shared.references, codes: new Map(entries) } })
  const below = (value: string, view = empty) => found(table, { property: "Code", operator: "Below", value }, view)
  const libraryGuid = "library"

  test("codes of the file are found by identification and by guid", () => {
    expect([below("A"), below("A1"), below("A11"), below("")]).toEqual([[0, 1, 2], [1, 2], [2], []])
    expect(below(guid("A1"))).toEqual([1, 2])
    expect(found(table, { not: { property: "Code", operator: "Below", value: "A1" } })).toEqual([0, 3])
  })

  test("moved codes, and codes whose parent was deleted, are below their current parents", () => {
    const moved = now([
      [guid("A1"), { identification: "A1", name: "", libraryGuid, parentGuid: "b" }],
      ["b", { identification: "B", name: "", libraryGuid, parentGuid: null }]
    ])
    expect([below("A", moved), below("B", moved)]).toEqual([[0], [1, 2]])
    const deleted = now([[guid("A1"), null]])
    expect([below("A", deleted), below("A1", deleted)]).toEqual([[0, 2], []])
  })

  test("a cycle of codes ends, and a table without parents matches only the codes themselves", () => {
    const cyclic = now([[guid("A"), { identification: "A", name: "", libraryGuid, parentGuid: guid("A11") }]])
    expect(below("A11", cyclic)).toEqual([0, 1, 2])
    expect(found(tableOf(model), { property: "Code", operator: "Below", value: "A" })).toEqual([0])
  })
})

test("IsA follows the schema of the model; without a schema all schemas apply", () => {
  const model = content({ products: ["IfcWallStandardCase", "IfcDoor", "IfcKerb"].map((name) => ({ class: name })) })
  const of = (schema: "IFC2X3" | "IFC4X3" | null) => open(encode({ ...model, schema }, { modelGuid }))
  const isA = (value: string) => ({ property: "Class", operator: "IsA", value })
  expect(found(of("IFC2X3"), isA("Wall"))).toEqual([0])
  expect(found(of(null), isA("IfcBuiltElement"))).toEqual([0, 1, 2])
  expect(found(of("IFC2X3"), isA("IfcBuildingElement"))).toEqual([0, 1, 2])
  expect(fault(of(null), { or: [isA("Wall"), isA("IfcNothing")] })).toMatchObject({ index: "/where/or/1" })
})
