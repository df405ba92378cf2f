import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as DerivedUuid from "../../../domain/DerivedUuid.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import * as Page from "./Page.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { guidOf, modelGuid, tableOf, type TestModel } from "../../testing/TestContent.ts"
import * as View from "../View.ts"

const view = View.empty("7")
type References = View.SharedView["references"]
const referring = (references: Partial<References>): View.View =>
  View.empty("7", { references: { ...view.shared.references, ...references } })

interface Body {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly result: ReadonlyArray<Record<string, unknown>>
}

type Asked = Partial<Omit<Page.PageRequest, "fields">> & { readonly fields?: ReadonlyArray<string> }

const body = (table: ProductTable, { fields = [], ...request }: Asked, seen = view): Body => {
  const all = { fields: FieldNames.of(fields), filters: noFilters, page: 1, pageSize: 1000, ...request }
  return JSON.parse(new TextDecoder().decode(Either.getOrThrow(Page.query(table, seen, all)))) as Body
}

const shown = (model: TestModel, field: string, seen = view): ReadonlyArray<unknown> =>
  body(tableOf(model), { fields: [field] }, seen).result.map((row) => row[field])

const nothing = { PropertySet: null, Value: null, PropertyId: null }
const idOf = (set: string, name: string): string => DerivedUuid.ofProperty("7", set, name)

describe("pages", () => {
  const table = tableOf({ products: Array.from({ length: 7 }, (_, i) => ({ name: `P${i}` })) })
  const names = (request: Asked): ReadonlyArray<unknown> =>
    body(table, { fields: ["Name"], ...request }).result.map(({ Name }) => Name)

  test("are cut in the order of the file", () => {
    expect(names({ page: 1, pageSize: 3 })).toEqual(["P0", "P1", "P2"])
    expect(names({ page: 3, pageSize: 3 })).toEqual(["P6"])
  })
  test("past the end are empty and have the right count", () => {
    expect(body(table, { page: 9, pageSize: 3 })).toEqual({ totalCount: 7, page: 9, pageSize: 3, result: [] })
    expect(body(table, { page: 2 ** 40, pageSize: 5000 }).result).toEqual([])
  })
  test("with `all` contain every product", () => {
    expect(names({ page: 3, pageSize: 2, all: true })).toHaveLength(7)
  })
  test("of a table without products are empty", () => {
    expect(body(tableOf({ products: [] }), {})).toEqual({ totalCount: 0, page: 1, pageSize: 1000, result: [] })
  })
})

describe("fields", () => {
  test("of null and of no properties are the default ones, in their order", () => {
    const table = tableOf({ products: [{}] })
    for (const asked of [{}, { fields: [] }]) {
      const [row] = body(table, asked).result
      expect(Object.keys(row!)).toEqual(["Guid", "Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"])
    }
  })
  test("appear once each in the requested order", () => {
    const [row] = body(tableOf({ products: [{}] }), { fields: ["Tag", "Nothing", "Guid", "Tag"] }).result
    expect(Object.keys(row!)).toEqual(["Tag", "Nothing", "Guid"])
  })
  test("Guid, Class and Name are texts", () => {
    expect(body(tableOf({ products: [{ name: 'a"b' }, {}] }), { fields: ["Guid", "Class", "Name"] }).result).toEqual([
      { Guid: guidOf(0), Class: "IfcWall", Name: 'a"b' },
      { Guid: guidOf(1), Class: "IfcWall", Name: "" }
    ])
  })
  test("of attributes have neither set nor id", () => {
    expect(shown({ products: [{ tag: "T1" }, {}] }, "Tag")).toEqual([
      { PropertySet: null, Value: "T1", PropertyId: null },
      nothing
    ])
  })
  test("with an unknown name are the null object", () => {
    for (const field of ["Nothing", "Computed.Volume", "SpatialLocation.Nowhere", "__proto__", "toString"]) {
      expect(shown({ products: [{}] }, field)).toEqual([nothing])
    }
  })
  test("without value keep their set and id", () => {
    const model: TestModel = { products: [{ cells: [["S|P", null]] }, { cells: [["S|P", ""]] }, {}] }
    const there = { PropertySet: "S", Value: null, PropertyId: idOf("S", "P") }
    expect(shown(model, "P")).toEqual([there, there, nothing])
  })
  test("keep the type of their value", () => {
    const values = ["12", 12, -0, 1e21, 0.1, true, false, "é😀\u0001\\"]
    const model = { products: values.map((value) => ({ cells: [["S|P", value]] as const })) }
    expect(shown(model, "P").map((cell) => (cell as { Value: unknown }).Value)).toEqual([
      "12",
      12,
      0,
      ...values.slice(3)
    ])
  })
  test("have the PropertyId of the definition, of an exception, or the derived one", () => {
    const model: TestModel = {
      products: [
        {
          cells: [
            ["S|A", 1],
            ["S|B", 1],
            ["S|C", 1]
          ]
        }
      ]
    }
    const seen = View.empty("7", {
      definitions: [
        { set: "S", name: "A", guid: "of-definition", dataType: "Real", unit: null, enumerationValues: null }
      ],
      propertyGuids: new Map([[View.propertyKey("S", "B"), "of-exception"]])
    })
    const ids = ["A", "B", "C"].map((field) => (shown(model, field, seen)[0] as { PropertyId: string }).PropertyId)
    expect(ids).toEqual(["of-definition", "of-exception", idOf("S", "C")])
  })
})

describe("SpatialLocation", () => {
  const model: TestModel = {
    locations: [
      { guid: "1site", name: "Site", type: "Site", parent: -1 },
      { guid: "1road", name: "Road", type: "Road", parent: 0 },
      { guid: "1part", name: "Part", type: "RoadPart", parent: 1 },
      { guid: "1room", name: "", type: "Space", parent: 2 }
    ],
    products: [{ location: 3 }, { location: 1 }, {}]
  }
  const unplaced = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }
  test("names the levels; other facilities are a Building, their parts a Floor", () => {
    expect(shown(model, "SpatialLocation")).toEqual([
      { Site: "Site", Building: "Road", Floor: "Part", Space: "", SpatialLocationId: "1room" },
      { Site: "Site", Building: "Road", Floor: null, Space: null, SpatialLocationId: "1road" },
      unplaced
    ])
    expect(shown(model, "SpatialLocation.Floor")).toEqual(["Part", null, null])
    expect(shown(model, "SpatialLocation.SpatialLocationId")).toEqual(["1room", "1road", ""])
  })
  test("is unplaced below a deleted location, and follows moves", () => {
    const seen = (locations: References["locations"]): View.View => referring({ locations })
    expect(shown(model, "SpatialLocation", seen(new Map([["1part", null]])))[0]).toEqual(unplaced)
    const cameBack = referring({ deletedLocations: new Map([["1road", 5]]) })
    const [before, after] = [5, 6].map(
      (importedWith) => shown(model, "SpatialLocation", { ...cameBack, importedWith })[1]
    )
    expect(before).toEqual(unplaced)
    expect(after).toMatchObject({ Building: "Road" })
    const moved = new Map([
      ["1part", { name: "Part", type: "Floor", parentGuid: "2new" }],
      ["2new", { name: "New", type: "Building", parentGuid: null }]
    ])
    expect(shown(model, "SpatialLocation", seen(moved))[0]).toEqual({
      Site: null,
      Building: "New",
      Floor: "Part",
      Space: "",
      SpatialLocationId: "1room"
    })
    const circle = new Map([["1site", { name: "Site", type: "Site", parentGuid: "1room" }]])
    expect(shown(model, "SpatialLocation", seen(circle))[1]).toMatchObject({ Site: "Site", Building: "Road" })
  })
})

describe("Code", () => {
  const model: TestModel = {
    codifications: ["Uniclass", null],
    codes: [
      { codification: 0, identification: "EF_25", name: "Walls" },
      { codification: 1, identification: "X", name: "Other" }
    ],
    products: [{ codes: [1, 0] }, {}]
  }
  const [walls, x] = [DerivedUuid.ofCode(modelGuid, "Uniclass", "EF_25"), DerivedUuid.ofCode(modelGuid, null, "X")]
  test("is a map by guid, empty if there are none", () => {
    const [first, second] = shown(model, "Code")
    expect(first).toEqual({
      [x]: { Identification: "X", Name: "Other", LibraryGuid: DerivedUuid.ofCodification(modelGuid, null) },
      [walls]: {
        Identification: "EF_25",
        Name: "Walls",
        LibraryGuid: DerivedUuid.ofCodification(modelGuid, "Uniclass")
      }
    })
    expect(Object.keys(first as object)).toEqual([x, walls])
    expect(second).toEqual({})
    expect(shown(model, "Code.Identification")).toEqual(["X; EF_25", null])
  })
  test("does not contain deleted codes", () => {
    const seen = referring({ codes: new Map([[walls, null]]) })
    expect(Object.keys(shown(model, "Code", seen)[0] as object)).toEqual([x])
  })
})

describe("materials", () => {
  const layer = (material: number, thickness: number | null, fraction: number | null = null) => ({
    material,
    thickness,
    fraction,
    name: null
  })
  const model: TestModel = {
    materials: ["Brick", "Insulation"],
    materialSets: [
      { name: "W", form: "layers", layers: [layer(0, 100), layer(1, 80)] },
      { name: null, form: "layers", layers: [layer(0, 1 / 3), layer(0, 1234567.8)] },
      { name: "Brick", form: "single", layers: [layer(0, null)] },
      { name: "C", form: "constituents", layers: [layer(0, null, 0.3), layer(1, null)] },
      { name: null, form: "list", layers: [layer(0, null), layer(1, null)] }
    ],
    products: [0, 1, 2, 3, 4, -1].map((materialSet) => ({ materialSet }))
  }
  const [brick, insulation] = ["Brick", "Insulation"].map((name) => DerivedUuid.ofMaterial(modelGuid, name))
  test("MaterialLayerSet, and Material, its other name", () => {
    const expected = [
      { Name: "W", MaterialId: null, Layers: "Brick 100 | Insulation 80" },
      { Name: null, MaterialId: brick, Layers: "Brick 0.333333 | Brick 1234570" },
      { Name: "Brick", MaterialId: brick, Layers: "Brick" },
      { Name: "C", MaterialId: null, Layers: "Brick 30% | Insulation" },
      { Name: null, MaterialId: null, Layers: "Brick | Insulation" },
      { Name: null, MaterialId: null, Layers: "" }
    ]
    expect(shown(model, "MaterialLayerSet")).toEqual(expected)
    expect(shown(model, "Material")).toEqual(expected)
    expect(shown(model, "MaterialLayerSet.Name")).toEqual(["W", null, "Brick", "C", null, null])
  })
  test("MaterialLayers", () => {
    const [first, , single, , , none] = shown(model, "MaterialLayers")
    expect(first).toEqual([
      { MaterialId: brick, Name: "Brick", Thickness: 100 },
      { MaterialId: insulation, Name: "Insulation", Thickness: 80 }
    ])
    expect(single).toEqual([{ MaterialId: brick, Name: "Brick", Thickness: null }])
    expect(none).toEqual([])
  })
  test("keep the thickness of a layer whose material was deleted; a product with only that material has none", () => {
    const seen = referring({ materials: new Map([[brick!, null]]) })
    const [layers, , single, , list] = shown(model, "MaterialLayerSet", seen)
    expect(layers).toEqual({ Name: "W", MaterialId: null, Layers: "100 | Insulation 80" })
    expect(single).toEqual({ Name: null, MaterialId: null, Layers: "" })
    expect(list).toEqual({ Name: null, MaterialId: insulation, Layers: "Insulation" })
    expect((shown(model, "MaterialLayers", seen)[0] as ReadonlyArray<unknown>)[0]).toEqual({
      MaterialId: null,
      Name: null,
      Thickness: 100
    })
    expect(shown(model, "MaterialLayers", seen)[2]).toEqual([])
  })
})

test("fields named like members of every object are plain data", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
  const model = { products: [{ cells: names.map((name) => [`__proto__|${name}`, name] as const) }] }
  const text = new TextDecoder().decode(
    Either.getOrThrow(
      Page.query(tableOf(model), view, { fields: FieldNames.of(names), filters: noFilters, page: 1, pageSize: 1 })
    )
  )
  for (const name of names) {
    expect(text).toContain(
      `"${name}":{"PropertySet":"__proto__","Value":"${name}","PropertyId":"${idOf("__proto__", name)}"}`
    )
  }
})

test("a large page equals its parts", () => {
  const cells = (row: number) =>
    [
      ["S|P", `value ${row % 5000}`],
      ["S|Q", row / 7],
      ["S|R", row % 3 === 0]
    ] as const
  const table = tableOf({ products: Array.from({ length: 6000 }, (_, row) => ({ cells: cells(row) })) })
  const fields = ["Guid", "P", "Q", "R", "S.P"]
  const whole = body(table, { fields, pageSize: 6000 }).result
  const parts: Array<Record<string, unknown>> = []
  for (const page of [1, 2, 3, 4, 5, 6]) parts.push(...body(table, { fields, page, pageSize: 1000 }).result)
  expect(whole).toEqual(parts)
  expect(whole[5999]).toMatchObject({ P: { Value: "value 999" }, Q: { Value: 5999 / 7 }, R: { Value: false } })
})
