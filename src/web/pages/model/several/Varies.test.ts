import { expect, test } from "bun:test"
import type { PropertySet } from "../../../api/Views.ts"
import type { Fields } from "../Fields.ts"
import { withForms } from "../forms/Applicable.ts"
import { countedAs, kindsOf, linesOf, unknownIn, unreached } from "./Varies.ts"

const fields: Fields = {
  names: ["Guid", "Class", "Name", "Tag", "Width", "FireRating", "Elsewhere"],
  details: new Map([["Width", { name: "Width", dataType: "Real", unit: "Millimetre", enumerationValues: null }]])
}
const none = { PropertySet: null, Value: null }
const rows = [
  {
    Guid: "a",
    Class: "IfcDoor",
    Name: "",
    Tag: { PropertySet: null, Value: "1" },
    Width: { PropertySet: "Pset_A", Value: null },
    FireRating: none
  },
  {
    Guid: "b",
    Class: "IfcWall",
    Name: "W",
    Tag: none,
    Width: { PropertySet: "Pset_A", Value: 3 },
    FireRating: { PropertySet: "Pset_Wall", Value: "F30" }
  },
  { Guid: "c", Class: "IfcWall", Name: "V", Tag: none, Width: { PropertySet: "Pset_B", Value: 4 }, FireRating: none }
]

test("each property of several products is listed once, with the first value there is", () => {
  const lines = linesOf(rows, fields)
  expect([...lines.keys()]).toEqual(["", "Pset_A", "Pset_Wall", "Pset_B"])
  expect(lines.get("")!.map(({ field }) => field)).toEqual([
    "Class",
    "Name",
    "SpatialLocation",
    "MaterialLayerSet",
    "Code",
    "Tag"
  ])
  expect(lines.get("Pset_A")).toEqual([
    { name: "Width", field: "Pset_A.Width", cell: { PropertySet: "Pset_A", Value: 3 }, unit: "mm" }
  ])
  expect(lines.get("Pset_B")!.map(({ field }) => field)).toEqual(["Pset_B.Width"])
  expect(unreached(fields, lines)).toEqual(["Elsewhere"])
})

test("the spread of a form's property is unknown if none of the read products has it", () => {
  const lines = linesOf(rows, fields)
  const known = new Map([...lines.values()].flat().map(({ field }) => [field, { distinct: 1, measured: 3 }]))
  const definitions = ["Width", "Power"].map((name) => ({ id: name, name, dataType: "double", unitName: null }))
  const form = { name: "Pset_A", entityTypes: [], propertyDefinitions: definitions } as unknown as PropertySet
  expect(unknownIn(lines, known)).toEqual([])
  expect(unknownIn(withForms(lines, [form]), known)).toEqual(["Pset_A.Power"])
})

test("materials are counted by their layers, which the page shows", () => {
  expect(["MaterialLayerSet", "Code", "Pset_A.Width"].map(countedAs)).toEqual([
    "MaterialLayerSet.Layers",
    "Code",
    "Pset_A.Width"
  ])
})

test("no value is a kind of its own", () => {
  expect(kindsOf({ distinct: 1, measured: 3 }, 3)).toBe(1)
  expect(kindsOf({ distinct: 1, measured: 2 }, 3)).toBe(2)
  expect(kindsOf({ distinct: 0, measured: 0 }, 3)).toBe(1)
})
