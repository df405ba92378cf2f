/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { FieldDetail } from "../../api/Views.ts"
import { bySet } from "./Sets.ts"

const detail: FieldDetail = { name: "Width", dataType: "Real", unit: "Millimetre", enumerationValues: null }
const fields = { names: [], details: new Map([["Width", detail]]) }

test("a property is listed once in its set, attributes come before all sets, and missing properties are left out", () => {
  const width = { PropertySet: "Qto", Value: 100, PropertyId: "w" }
  const sets = bySet(
    {
      Guid: "a",
      Class: "IfcWall",
      Tag: { PropertySet: null, Value: "T1", PropertyId: null },
      Width: width,
      "Qto.Width": width,
      "Other.Width": { PropertySet: "Other", Value: null, PropertyId: "o" },
      Height: { PropertySet: null, Value: null, PropertyId: null }
    },
    fields
  )
  expect(Array.from(sets, ([set, lines]) => [set, lines.map(({ name, unit }) => [name, unit])])).toEqual([
    ["", [["Tag", ""]]],
    ["Qto", [["Width", "mm"]]],
    ["Other", [["Width", ""]]]
  ])
})
