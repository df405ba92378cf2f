/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { QuantityResult } from "../../api/Views.ts"
import { barsOf, filtersOf } from "./Bars.ts"

const rows = [
  { Guid: "a", Class: "IfcWall", "SpatialLocation.Floor": "F1" },
  { Guid: "b", Class: "IfcDoor", "SpatialLocation.Floor": null },
  { Guid: "c", Class: "IfcWall", "SpatialLocation.Floor": "F2" }
]

test("without a result products are counted, those without a value of the field together", () => {
  const none = { field: "Class", authored: 0, computed: 0, suspects: 0 }
  expect(barsOf(rows, "Class", "Count", null)).toEqual([
    { name: "IfcWall", value: 2, products: 2, ...none },
    { name: "IfcDoor", value: 1, products: 1, ...none }
  ])
  expect(barsOf(rows, "SpatialLocation.Floor", "Count", null).map(({ name }) => name)).toEqual(["F1", null, "F2"])
})

test("values are added by product, largest first, with where they come from", () => {
  const result: QuantityResult = {
    totals: { Length: 12 },
    units: { Length: "Metre" },
    products: [
      { Guid: "b", Length: { value: 9, origin: "Computed" } },
      { Guid: "a", Length: { value: 3, origin: "Authored", suspect: true } },
      { Guid: "c" }
    ]
  }
  expect(barsOf(rows, "Class", "Length", result)).toEqual([
    { field: "Class", name: "IfcDoor", value: 9, products: 1, authored: 0, computed: 1, suspects: 0 },
    { field: "Class", name: "IfcWall", value: 3, products: 2, authored: 1, computed: 0, suspects: 1 }
  ])
})

test("where no product has a value there is none, and it comes last", () => {
  const result: QuantityResult = {
    totals: { Length: 0 },
    units: { Length: "Metre" },
    products: [{ Guid: "b" }, { Guid: "a", Length: { value: 0, origin: "Authored" } }]
  }
  expect(barsOf(rows, "Class", "Length", result).map(({ name, value }) => [name, value])).toEqual([
    ["IfcWall", 0],
    ["IfcDoor", null]
  ])
})

test("a set of layers without name is told by its layers; without material there are neither", () => {
  const field = "MaterialLayerSet.Name"
  const bars = barsOf(
    [
      { Guid: "a", "MaterialLayerSet.Name": "Wall", "MaterialLayerSet.Layers": "Brick 100" },
      { Guid: "b", "MaterialLayerSet.Name": null, "MaterialLayerSet.Layers": "Brick 100" },
      { Guid: "c", "MaterialLayerSet.Name": null, "MaterialLayerSet.Layers": "" }
    ],
    field,
    "Count",
    null
  )
  expect(bars.map(({ name }) => name)).toEqual(["Wall", "Brick 100", null])
  expect(bars.map((bar) => filtersOf(field, bar).map(({ property, value }) => [property, value]))).toEqual([
    [["MaterialLayerSet.Name", "Wall"]],
    [["MaterialLayerSet.Layers", "Brick 100"]],
    [
      ["MaterialLayerSet.Name", null],
      ["MaterialLayerSet.Layers", null]
    ]
  ])
})
