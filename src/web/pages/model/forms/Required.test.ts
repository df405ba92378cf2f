/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { FormLine } from "./Applicable.ts"
import { type RequiredProperty, withRequired } from "./Required.ts"

const line = (name: string): FormLine => ({
  name,
  field: name,
  cell: { PropertySet: "Pset_FM", Value: null },
  unit: ""
})
const sets = new Map([
  ["", [line("Tag")]],
  ["Pset_FM", [line("Inventory number"), line("Tag")]]
])
const inventory: RequiredProperty = {
  property: "Pset_FM.Inventory number",
  source: "Hand-over: Doors",
  classes: new Set(["IFCDOOR"]),
  types: null
}
const marks = (rows: ReadonlyArray<Record<string, unknown>>, ...required: ReadonlyArray<RequiredProperty>) =>
  [...withRequired(sets, rows, required).values()].flat().map(({ requiredBy }) => requiredBy ?? null)

test("a property is required of the classes that a specification names, in its set alone", () => {
  expect(marks([{ Class: "IfcDoor" }], inventory)).toEqual([null, "Hand-over: Doors", null])
  expect(marks([{ Class: "IfcDoorStandardCase" }], inventory)).toEqual([null, null, null])
  // It is required of one of several selected products.
  expect(marks([{ Class: "IfcWall" }, { Class: "IfcDoor" }], inventory)).toEqual([null, "Hand-over: Doors", null])
})

test("a specification of predefined types requires nothing of other types", () => {
  const ofGates = { ...inventory, types: new Set(["GATE"]) }
  const door = (Value: string | null) => ({ Class: "IfcDoor", PredefinedType: { PropertySet: null, Value } })
  expect(marks([door("GATE")], ofGates)[1]).toBe("Hand-over: Doors")
  expect(marks([door("DOOR")], ofGates)[1]).toBeNull()
  expect(marks([door(null)], ofGates)[1]).toBeNull()
})
