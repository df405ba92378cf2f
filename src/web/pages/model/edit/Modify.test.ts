import { describe, expect, test } from "bun:test"
import { materialBack, modification, qualified, removal, told } from "./Modify.ts"

const inSet = { PropertySet: "Pset_WallCommon", Value: "REI 60" }

describe("qualified", () => {
  test.each([
    ["Name", { PropertySet: null, Value: "Wall" }, "Name"],
    ["FireRating", inSet, "Pset_WallCommon.FireRating"],
    ["Pset_WallCommon.FireRating", inSet, "Pset_WallCommon.FireRating"],
    ["MaterialLayerSet", { Layers: [] }, "Material"],
    ["SpatialLocation", null, "SpatialLocation"]
  ])("%s", (column, cell, name) => expect(qualified(column, cell)).toBe(name))
})

describe("modification", () => {
  test.each([
    ["an attribute", "Name", null, "Wall", { addOrUpdate: { Name: { a: "Wall", b: "Wall" } } }],
    ["no value of an attribute", "Name", null, "", { update: { Name: { a: null, b: null } } }],
    [
      "a property in its set",
      "FireRating",
      inSet,
      "REI 90",
      {
        addOrUpdate: {
          FireRating: {
            a: { PropertySet: "Pset_WallCommon", Value: "REI 90" },
            b: { PropertySet: "Pset_WallCommon", Value: "REI 90" }
          }
        }
      }
    ],
    [
      "a place",
      "SpatialLocation",
      null,
      "p",
      { addOrUpdate: { SpatialLocation: { a: { SpatialLocationId: "p" }, b: { SpatialLocationId: "p" } } } }
    ],
    [
      "a material",
      "MaterialLayerSet",
      { Layers: [] },
      "m",
      { addOrUpdate: { Material: { a: { MaterialId: "m" }, b: { MaterialId: "m" } } } }
    ],
    ["no material", "MaterialLayerSet", { Layers: [] }, "", { delete: { Material: { a: "", b: "" } } }]
  ])("%s", (_, field, cell, text, body) => expect(modification(field, cell, ["a", "b"], text)).toEqual(body))
})

test.each([
  ["none", { Name: null, MaterialId: null, Layers: "" }, { delete: { Material: { a: "" } } }],
  ["one", { Name: "Oak", MaterialId: "m", Layers: "Oak" }, { addOrUpdate: { Material: { a: { MaterialId: "m" } } } }],
  ["a layer with its thickness", { Name: "Brick", MaterialId: "m", Layers: "Brick 100" }, null],
  ["a set of one layer", { Name: "Wall", MaterialId: "m", Layers: "Brick" }, null],
  ["layers", { Name: "Wall", MaterialId: null, Layers: "Brick 100 | Insulation 80" }, null]
])("of materials %s is given back as it was, or not at all", (_, published, body) =>
  expect(materialBack("a", published)).toEqual(body)
)

test("a property is removed from its own set", () => {
  expect(removal("FireRating", inSet, ["a"])).toEqual({
    delete: { FireRating: { a: { PropertySet: "Pset_WallCommon" } } }
  })
  expect(removal("Tag", null, ["a"])).toEqual({ delete: { Tag: { a: "" } } })
})

test("for several products, the text says how many cannot have a value", () => {
  const error = { guid: "a", field: "Tag", error: "InvalidValue" as const, description: "Too long." }
  expect(told([error], 1)).toBe("Too long. InvalidValue")
  expect(told([error, { ...error, guid: "b" }], 5)).toBe(
    "Nothing was changed: 2 of 5 products cannot take it. Too long. InvalidValue"
  )
})
