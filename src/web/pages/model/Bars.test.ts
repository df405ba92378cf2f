/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { QuantityResult } from "../../api/Views.ts"
import { barsOf } from "./Bars.ts"

const rows = [
  { Guid: "a", Class: "IfcWall", "SpatialLocation.Floor": "F1" },
  { Guid: "b", Class: "IfcDoor", "SpatialLocation.Floor": null },
  { Guid: "c", Class: "IfcWall", "SpatialLocation.Floor": "F2" }
]

test("without a result products are counted, those without a value of the field together", () => {
  const none = { computed: 0, suspects: 0 }
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
    { name: "IfcDoor", value: 9, products: 1, computed: 1, suspects: 0 },
    { name: "IfcWall", value: 3, products: 2, computed: 0, suspects: 1 }
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
