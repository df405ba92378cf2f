import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { FilterOperator } from "../../domain/products/Filter.ts"
import { dynamicNames, select } from "./Selection.ts"
import { filtersOf, guidOf, modelGuid, tableOf, type TestModel, type TestCell } from "../testing/TestContent.ts"
import * as View from "./View.ts"

const view = View.empty("1")

const rowsOf = (
  model: TestModel,
  property: string,
  operator: FilterOperator,
  value: unknown,
  seen = view
): Array<number> => {
  const table = tableOf(model)
  const selection = Either.getOrThrow(select(table, seen, { filters: filtersOf([{ property, operator, value }]) }))
  const rows = [...selection.indices()]
  expect(selection.numRows()).toBe(rows.length)
  return rows
}

/** A table with one product for each value, the last one without the property. */
const valued = (...values: ReadonlyArray<TestCell | TestCell["value"]>): TestModel => ({
  products: [...values.map((value) => ({ cells: [["S|P", value]] as const })), {}]
})

describe("Equals compares by the type of the product", () => {
  test.each<[string, TestCell["value"], unknown, boolean]>([
    ["a number", 12, 12, true],
    ["its decimal text", 12, "12", true],
    ["a text with exponent", -1500, "-1.5e3", true],
    ["a text with sign and without whole part", 0.5, "+.5", true],
    ["a text that ends in its point", 5, "5.", true],
    ["within 1e-9", 1, 1 + 9e-10, true],
    ["beyond 1e-9", 1, 1 + 2e-9, false],
    ["a text within 1e-9", 3.3, "3.3000000001", true],
    ["zero and almost zero", 0, 1e-300, false],
    ["minus zero", -0, 0, true],
    ["a text with a space", 12, " 12", false],
    ["hexadecimal", 16, "0x10", false],
    ["infinity as a text", 1, "1e999", false],
    ["a text with a comma", 1.5, "1,5", false],
    ["a boolean for a number", 1, true, false],
    ["a boolean", true, true, true],
    ["a boolean's text in any case", true, "TrUe", true],
    ["false by its text", false, "FALSE", true],
    ["one for true", true, 1, false],
    ["a text", "F30", "F30", true],
    ["another case", "F30", "f30", false],
    ["a longer text", "F30", "F30 ", false],
    ["a number for its JSON text", "12", 12, true],
    ["a number for another text of it", "12.0", 12, false],
    ["a boolean for its JSON text", "true", true, true],
    ["a boolean for another case", "True", true, false],
    ["a large number for its JSON text", "1e+21", 1e21, true],
    ["precomposed and combined", "\u00e9", "e\u0301", false]
  ])("%s", (_, own, asked, matches) => {
    expect(rowsOf(valued(own), "P", "Equals", asked)).toEqual(matches ? [0] : [])
    expect(rowsOf(valued(own), "P", "NotEquals", asked)).toEqual(matches ? [1] : [0, 1])
    expect(rowsOf(valued(own), "P", "In", ["nothing", asked])).toEqual(asked === "" ? [1] : matches ? [0] : [])
  })
})

describe("several values", () => {
  const model = valued({ value: "a; b", several: true }, "a; b", { value: "12; 13", several: true })
  test("Equals matches the whole value and each single one", () => {
    expect(rowsOf(model, "P", "Equals", "a; b")).toEqual([0, 1])
    expect(rowsOf(model, "P", "Equals", "b")).toEqual([0])
    expect(rowsOf(model, "P", "Equals", 13)).toEqual([2])
    expect(rowsOf(model, "P", "NotIn", ["b", 12])).toEqual([1, 3])
  })
  test("Contains searches the whole value", () => {
    expect(rowsOf(model, "P", "Contains", "A; B")).toEqual([0, 1])
  })
})

describe("without value", () => {
  const model = valued("x", null, "", 0, false)
  test("absent, null and empty values equal null and the empty text", () => {
    expect(rowsOf(model, "P", "Equals", null)).toEqual([1, 2, 5])
    expect(rowsOf(model, "P", "Equals", "")).toEqual([1, 2, 5])
    expect(rowsOf(model, "P", "In", [null, "x"])).toEqual([0, 1, 2, 5])
  })
  test("NotEquals and NotIn are complements", () => {
    expect(rowsOf(model, "P", "NotEquals", null)).toEqual([0, 3, 4])
    expect(rowsOf(model, "P", "NotEquals", "x")).toEqual([1, 2, 3, 4, 5])
    expect(rowsOf(model, "P", "NotIn", ["x", ""])).toEqual([3, 4])
  })
  test("In with no values matches nothing, NotIn with none matches everything", () => {
    expect(rowsOf(model, "P", "In", [])).toEqual([])
    expect(rowsOf(model, "P", "NotIn", [])).toEqual([0, 1, 2, 3, 4, 5])
  })
  test("Contains with the empty text matches every product with a value", () => {
    expect(rowsOf(model, "P", "Contains", "")).toEqual([0, 3, 4])
  })
  test("an absent or empty name has no value", () => {
    const names = { products: [{ name: "A" }, { name: "" }, {}] }
    expect(rowsOf(names, "Name", "Equals", null)).toEqual([1, 2])
    expect(rowsOf(names, "Name", "Contains", "")).toEqual([0])
  })
})

describe("Contains", () => {
  test.each<[string, TestCell["value"], unknown, boolean]>([
    ["any case", "Brick WALL", "wall", true],
    ["a number as it is shown", 12.5, "2.5", true],
    ["a number asked for", "Level 12", 12, true],
    ["a boolean's text", true, "RU", true],
    ["a dotted capital I becomes two characters", "İ", "i̇", true],
    ["a dotted capital I is no i alone", "İstanbul", "istanbul", false],
    ["sharp s is not ss", "Straße", "STRASSE", false],
    ["sigma inside and at the end differ", "ΟΔΟΣ", "οδοσ", false],
    ["sigma at the end", "ΟΔΟΣ", "οδος", true],
    ["half of a pair", "😀", "\ud83d", true],
    ["no normalisation", "\u00e9", "e\u0301", false]
  ])("%s", (_, own, asked, matches) => {
    expect(rowsOf(valued(own), "P", "Contains", asked)).toEqual(matches ? [0] : [])
  })
})

describe("one name in several sets", () => {
  const model: TestModel = {
    products: [
      {
        cells: [
          ["Other|P", "other"],
          ["Pset_A|P", "pset"]
        ]
      },
      {
        cells: [
          ["Pset_A|P", { value: "type", ofType: true }],
          ["Other|P", "own"]
        ]
      },
      {
        cells: [
          ["Other|P", "first"],
          ["Another|P", "second"]
        ]
      },
      {
        cells: [
          ["Another|P", "second"],
          ["Other|P", "first"]
        ]
      },
      {
        cells: [
          ["BaseQuantities|P", { value: null }],
          ["Qto_X|P", "late"]
        ]
      }
    ]
  }
  test("a plain name matches the value that it shows", () => {
    expect(rowsOf(model, "P", "In", ["pset", "own", "first", "late"])).toEqual([0, 1, 2])
    expect(rowsOf(model, "P", "Equals", "second")).toEqual([3])
    expect(rowsOf(model, "P", "Equals", null)).toEqual([4])
  })
  test("a qualified name matches the value of its set", () => {
    expect(rowsOf(model, "Other.P", "Equals", "other")).toEqual([0])
    expect(rowsOf(model, "Pset_A.P", "NotEquals", null)).toEqual([0, 1])
  })
  test("a hidden value of the type is not matched", () => {
    const hidden: TestModel = {
      products: [
        {
          cells: [
            ["S|P", null],
            ["S|P", { value: "type", hidden: true }]
          ]
        }
      ]
    }
    expect(rowsOf(hidden, "P", "Equals", "type")).toEqual([])
    expect(rowsOf(hidden, "P", "Equals", null)).toEqual([0])
  })
})

const rich: TestModel = {
  locations: [
    { guid: "1site", name: "Ground", type: "Site", parent: -1 },
    { guid: "1floor", name: "EG", type: "Floor", parent: 0 },
    { guid: "1bridge", name: "", type: "Bridge", parent: 0 }
  ],
  materials: ["Brick", "Wood"],
  materialSets: [
    {
      name: "Wall 1",
      form: "layers",
      layers: [
        { material: 0, name: null, thickness: 100, fraction: null },
        { material: -1, name: null, thickness: 20, fraction: null }
      ]
    },
    { name: null, form: "layers", layers: [{ material: -1, name: null, thickness: 20, fraction: null }] },
    { name: "Wood", form: "single", layers: [{ material: 1, name: null, thickness: null, fraction: null }] }
  ],
  codifications: ["Uniclass", null],
  codes: [
    { codification: 0, identification: "EF_25", name: "Walls" },
    { codification: 1, identification: "X; Y", name: "" }
  ],
  products: [
    { class: "IfcWall", location: 1, materialSet: 0, codes: [0] },
    { class: "IfcWallStandardCase", location: 0, materialSet: 1, codes: [0, 1] },
    { class: "IfcDoor", location: 2, materialSet: 2, codes: [1] },
    { class: "Wall" }
  ]
}
const brick = DerivedUuid.ofMaterial(modelGuid, "Brick")
const wood = DerivedUuid.ofMaterial(modelGuid, "Wood")
const code = DerivedUuid.ofCode(modelGuid, "Uniclass", "EF_25")
const other = DerivedUuid.ofCode(modelGuid, null, "X; Y")

describe("reserved names", () => {
  test.each<[string, FilterOperator, unknown, ReadonlyArray<number>]>([
    ["Guid", "Equals", guidOf(2), [2]],
    ["Guid", "In", [guidOf(1), guidOf(3), guidOf(9)], [1, 3]],
    ["Class", "Equals", "IfcWall", [0]],
    ["Class", "Equals", "Wall", [0, 3]],
    ["Class", "Equals", "wall", []],
    ["Class", "NotEquals", "Wall", [1, 2]],
    ["Class", "Contains", "wall", [0, 1, 3]],
    ["SpatialLocation", "Equals", "EG", [0]],
    ["SpatialLocation", "Equals", "Ground", [0, 1, 2]],
    ["SpatialLocation", "Equals", "1bridge", [2]],
    ["SpatialLocation", "Equals", null, [3]],
    ["SpatialLocation", "Contains", "gr", [0, 1, 2]],
    ["SpatialLocation.Floor", "Equals", "EG", [0]],
    ["SpatialLocation.Floor", "Equals", null, [1, 2, 3]],
    ["SpatialLocation.Building", "Equals", "", [0, 1, 2, 3]],
    ["SpatialLocation.SpatialLocationId", "Equals", "", [3]],
    ["Code", "Equals", "EF_25", [0, 1]],
    ["Code", "Equals", "Walls", [0, 1]],
    ["Code", "In", [other], [1, 2]],
    ["Code", "NotEquals", code, [2, 3]],
    ["Code", "Equals", null, [3]],
    ["Code", "Contains", "", [0, 1, 2]],
    ["Code.Identification", "Equals", "EF_25; X; Y", [1]],
    ["Code.Identification", "Equals", "X; Y", [1, 2]],
    ["Code.Identification", "Equals", "X", []],
    ["Code.Name", "Equals", null, [2, 3]],
    ["Code.LibraryGuid", "Equals", DerivedUuid.ofCodification(modelGuid, "Uniclass"), [0, 1]],
    ["MaterialLayerSet", "Equals", "Wall 1", [0]],
    ["MaterialLayerSet", "Equals", "Brick", [0]],
    ["MaterialLayerSet", "Equals", wood, [2]],
    ["MaterialLayerSet", "Equals", null, [1, 3]],
    ["Material", "Contains", "WOO", [2]],
    ["MaterialLayers", "Equals", brick, [0]],
    ["MaterialLayers", "Equals", "Wall 1", []],
    ["MaterialLayerSet.Name", "Equals", "Wood", [2]],
    ["MaterialLayerSet.MaterialId", "Equals", wood, [2]],
    ["Material.Layers", "Equals", "Brick 100 | 20", [0]],
    ["MaterialLayerSet.Layers", "Equals", null, [3]],
    ["MaterialLayers.Thickness", "Equals", 20, [0, 1]],
    ["PredefinedType", "Equals", null, [0, 1, 2, 3]]
  ])("%s %s %p", (property, operator, value, rows) => {
    expect(rowsOf(rich, property, operator, value)).toEqual([...rows])
  })

  test("references of the view match, and deleted ones do not", () => {
    const now = View.empty("1", {
      references: {
        deletedLocations: new Map(),
        locations: new Map([
          ["1site", { name: "Renamed", type: "Site", parentGuid: null }],
          ["1floor", null]
        ]),
        materials: new Map([
          [brick, null],
          [wood, { name: "Oak" }]
        ]),
        codes: new Map([
          [code, { identification: "N", name: "New", libraryGuid: "l" }],
          [other, null]
        ])
      }
    })
    const found = (property: string, value: unknown): ReadonlyArray<number> =>
      rowsOf(rich, property, "Equals", value, now)
    expect(found("SpatialLocation", "Ground")).toEqual([])
    expect(found("SpatialLocation", "Renamed")).toEqual([1, 2])
    expect(found("SpatialLocation", null)).toEqual([0, 3])
    expect(found("Material", "Brick")).toEqual([])
    expect(found("Material", "Wood")).toEqual([])
    expect(found("Material", "Oak")).toEqual([2])
    expect(found("Code", "EF_25")).toEqual([])
    expect(found("Code", "N")).toEqual([0, 1])
    expect(found("Code", null)).toEqual([2, 3])
  })
})

describe("names", () => {
  const named: TestModel = {
    products: [
      {
        name: "own",
        cells: [
          ["S|Name", "set"],
          ["a|b.c", "short"],
          ["a.b|c", "long"],
          ["__proto__|constructor", "odd"],
          ['x" && d["|p', "q"],
          ["|P", "no set"]
        ]
      }
    ]
  }
  test.each([
    ["Name", "own"],
    ["S.Name", "set"],
    ["b.c", "short"],
    ["a.b.c", "long"],
    ["constructor", "odd"],
    ["__proto__.constructor", "odd"],
    ['x" && d[".p', "q"],
    ['x" && d["', null],
    [".P", "no set"]
  ])("%p reads %p", (name, value) => {
    const table = tableOf(named)
    const selected = select(table, view, { filters: filtersOf([{ property: name, operator: "Equals", value }]) })
    if (value === null) expect(Either.isLeft(selected)).toBe(true)
    else expect(Either.getOrThrow(selected).numRows()).toBe(1)
  })

  test.each([
    "name",
    "Nothing",
    "S.Nothing",
    "toString",
    "hasOwnProperty",
    "__proto__",
    "SpatialLocation.Nowhere",
    "d => 1",
    ""
  ])("%p is unknown", (property) => {
    const filters = filtersOf([
      { property: "Name", operator: "Contains", value: "" },
      { property, operator: "Equals", value: 1 }
    ])
    const selected = select(tableOf(named), view, { filters })
    expect(Either.isLeft(selected) && selected.left.index).toBe(1)
  })

  test("dynamic properties are refused", () => {
    for (const property of [...dynamicNames, "Computed.Other"]) {
      const selected = select(tableOf(named), view, {
        filters: filtersOf([{ property, operator: "Equals", value: 1 }])
      })
      expect(Either.isLeft(selected) && selected.left.index).toBe(0)
    }
  })

  test("a definition that no product has is known and has no values", () => {
    const defined = View.empty("1", {
      definitions: [{ set: "Mine", name: "Flag", guid: "g", dataType: "Boolean", unit: null, enumerationValues: null }]
    })
    expect(rowsOf(named, "Flag", "Equals", null, defined)).toEqual([0])
    expect(rowsOf(named, "Mine.Flag", "NotEquals", true, defined)).toEqual([0])
    expect(rowsOf(named, "Mine.Flag", "Contains", "", defined)).toEqual([])
  })

  test("a name of 64 KB of dots is parsed in linear time", () => {
    const selected = select(tableOf(named), view, {
      filters: filtersOf([{ property: ".".repeat(65_000), operator: "Equals", value: 1 }])
    })
    expect(Either.isLeft(selected)).toBe(true)
  })
})
