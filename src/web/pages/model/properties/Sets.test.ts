/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { FieldDetail } from "../../../api/Views.ts"
import { arranged, bySet, fullName } from "./Sets.ts"

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

test("a search finds pinned properties and others, and leaves out sets of which it finds none", () => {
  const line = (name: string) => ({ name, field: name, cell: null, unit: "" })
  const sets = new Map([
    ["", [line("Tag")]],
    ["Pset_A", [line("Width"), line("Height")]],
    ["Pset_B", [line("Width"), line("Depth")]]
  ])
  const shown = (sought: string, ...pins: ReadonlyArray<string>) => {
    const found = arranged(sets, (set, { name }) => fullName(set, name).includes(sought), pins)
    return [found.pinned.map(({ name }) => name), [...found.sets].map(([set, lines]) => [set, lines.length])]
  }
  expect(shown("")).toEqual([[], [["", 1], ["Pset_A", 2], ["Pset_B", 2]]]) // prettier-ignore
  expect(shown("", "Pset_B.Width", "Tag")).toEqual([["Tag", "Width"], [["Pset_A", 2], ["Pset_B", 1]]]) // prettier-ignore
  expect(shown("Width", "Pset_B.Width")).toEqual([["Width"], [["Pset_A", 1]]])
  expect(shown("Pset_B", "Tag", "Pset_B.Width", "Pset_B.Depth")).toEqual([["Width", "Depth"], []])
})
