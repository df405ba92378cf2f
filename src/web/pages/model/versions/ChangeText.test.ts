/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { nameOf, changeText } from "./ChangeText.ts"

const place = (Floor: string) => ({ Site: null, Building: null, Floor, Space: null, SpatialLocationId: Floor })
const layers = (Layers: string) => ({ Name: null, MaterialId: null, Layers })
const wall = (floor: string, material: string, codes: Record<string, unknown>) => ({
  Guid: "w",
  Class: "IfcWall",
  Name: "Wall",
  SpatialLocation: place(floor),
  MaterialLayerSet: layers(material),
  Code: codes
})
const sides = {
  before: new Map([
    ["w", wall("Ground", "Brick 100 | Wool 80", {})],
    ["d", { ...wall("Ground", "", {}), Name: "Gone" }]
  ]),
  after: new Map([["w", wall("Upper", "Oak", { c: { Identification: "21", Name: "Walls" } })]])
}
const unknown = { before: new Map(), after: new Map() }

test.each([
  ["a place", "SpatialLocation", "p", "q", ["Ground", "Upper"], ["p", "q"]],
  ["layers, which have no GUID", "Material", null, "m", ["Brick 100 | Wool 80", "Oak"], ["no value", "m"]],
  ["a code", "Code", null, "c", ["no value", "21 Walls"], ["no value", "c"]],
  ["a value", "Tag", "a", "b", ["a", "b"], ["a", "b"]]
])("%s is told by its name, and by its GUID until that is known", (_, field, before, after, named, guids) => {
  const change = { guid: "w", field, before, after, change: "Changed" } as const
  expect(Object.values(changeText(change, sides))).toEqual(named)
  expect(Object.values(changeText(change, unknown))).toEqual(guids)
})

test("a deleted object has its former name", () => {
  expect(nameOf(sides, "d")).toEqual({ name: "Gone", of: "IfcWall" })
  expect(nameOf(sides, "x")).toBeNull()
})
