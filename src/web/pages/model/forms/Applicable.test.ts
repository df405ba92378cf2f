import { expect, test } from "bun:test"
import type { Definition, PropertySet } from "../../../api/Views.ts"
import { typeCondition, withForms } from "./Applicable.ts"

const definition = (name: string, more: Partial<Definition>): Definition => ({
  id: 1,
  guid: name,
  name,
  dataType: "string",
  measureType: null,
  unitName: null,
  enumerationValues: null,
  ...more
})

const set: PropertySet = {
  id: 1,
  name: "Pset_FM",
  entityTypes: [],
  propertyDefinitions: [
    definition("Inventory number", {}),
    definition("Power", { dataType: "double", unitName: "Watt" }),
    definition("State", { dataType: "enumeration", enumerationValues: ["NEW", "OLD"] })
  ]
}

test("a form has every property of its set, filled or empty, with its type and unit", () => {
  const line = { name: "Power", field: "Power", cell: { PropertySet: "Pset_FM", Value: 5 }, unit: "" }
  const own = { ...line, name: "Own", field: "Own" }
  const other = { ...line, name: "Width", field: "Width", cell: { PropertySet: "Pset_Door", Value: 1 } }
  const lines = new Map([
    ["", []],
    ["Pset_Door", [other]],
    ["Pset_FM", [line, own]]
  ])
  const found = withForms(lines, [set])
  expect([...found.keys()]).toEqual(["", "Pset_FM", "Pset_Door"])
  expect(found.get("Pset_FM")).toMatchObject([
    {
      name: "Inventory number",
      field: "Pset_FM.Inventory number",
      cell: { PropertySet: "Pset_FM", Value: null },
      detail: { dataType: "String" }
    },
    { field: "Power", unit: "W", cell: { Value: 5 }, detail: { dataType: "Real" } },
    { detail: { dataType: "Enum", enumerationValues: ["NEW", "OLD"] } },
    own
  ])
  expect(found.get("Pset_Door")).toEqual([other])
})

test("a set applies to a class with its subtypes, or to some predefined types of it", () => {
  const isA = { property: "Class", operator: "IsA", value: "IfcWall" } as const
  expect(typeCondition({ name: "IfcWall", predefinedTypes: [] })).toEqual(isA)
  expect(typeCondition({ name: "IfcWall", predefinedTypes: ["solidwall"] })).toEqual({
    and: [isA, { property: "PredefinedType", operator: "In", value: ["SOLIDWALL"] }]
  })
})
