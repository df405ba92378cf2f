/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { barsOf, filtersOf } from "./Bars.ts"

const group = (keys: ReadonlyArray<string | null>, count: number, value: number | null, measured: number) => ({
  keys,
  count,
  measures: [{ value, measured }]
})

test("groups are bars, the largest first, with the number of products that have a value", () => {
  expect(barsOf([group(["IfcWall"], 3, 2, 1), group(["IfcDoor"], 2, 9, 2)], "Class")).toEqual([
    { field: "Class", name: "IfcDoor", value: 9, products: 2, measured: 2 },
    { field: "Class", name: "IfcWall", value: 2, products: 3, measured: 1 }
  ])
})

test("a group without a value comes last, after zero", () => {
  const bars = barsOf([group([null], 1, null, 0), group(["F1"], 1, 0, 1)], "SpatialLocation.Floor")
  expect(bars.map(({ name, value }) => [name, value])).toEqual([
    ["F1", 0],
    [null, null]
  ])
})

test("a set of layers without name is named after its layers, and sets of one name are one bar", () => {
  const field = "MaterialLayerSet.Name"
  const bars = barsOf(
    [
      group(["Wall", "Brick 100"], 1, 1, 1),
      group(["Wall", "Brick 200"], 2, 3, 2),
      group([null, "Brick 100"], 1, 2, 1),
      group([null, null], 1, 1, 1)
    ],
    field
  )
  expect(bars.map(({ name, value }) => [name, value])).toEqual([
    ["Wall", 4],
    ["Brick 100", 2],
    [null, 1]
  ])
  expect(bars.map((bar) => filtersOf(field, bar).map(({ property, value }) => [property, value]))).toEqual([
    [["MaterialLayerSet.Name", "Wall"]],
    [["MaterialLayerSet.Layers", "Brick 100"]],
    [
      ["MaterialLayerSet.Name", null],
      ["MaterialLayerSet.Layers", null]
    ]
  ])
})
