import { expect, test } from "bun:test"
import type { Condition } from "../../../api/Views.ts"
import {
  comparedIn,
  conditionOf,
  kindOf,
  packed,
  savedConditions,
  searchedIn,
  searchFor,
  unpacked,
  withAlternative,
  withoutAlternative
} from "./Conditions.ts"

const wall = conditionOf("Class", "IsA", "Wall")
const wide = conditionOf("Width", "Between", [0.1, 0.3])

test("every condition can be kept in a URL, and the lists of filters of older URLs can be read", () => {
  const all: ReadonlyArray<Condition> = [
    wall,
    wide,
    conditionOf("Class", "IsNotA", "Door"),
    conditionOf("FireRating", "NotExists"),
    { or: [wall, { and: [wide, { not: wall }] }] }
  ]
  for (const one of all) {
    const back = unpacked(JSON.parse(JSON.stringify(packed(one))))
    expect(packed(back!)).toEqual(packed(one))
  }
  expect(unpacked(["Name", "Equals", "Oak"])).toEqual({ property: "Name", operator: "Equals", value: "Oak" })
})

test("malformed conditions in an address are left out", () => {
  const malformed = [
    null,
    "Class",
    [],
    ["Class"],
    ["Class", "Resembles", "Wall"],
    ["Class", "IsNotA", "Wall"],
    ["Class", "Equals", { a: 1 }],
    { or: ["Class"] },
    { and: [], or: [] },
    { xor: [] },
    { not: null }
  ]
  expect(malformed.map((read) => unpacked(read))).toEqual(malformed.map(() => null))
})

test("a negated comparison is read back as the one that was chosen", () => {
  expect(comparedIn(conditionOf("Class", "IsNotA", "Wall"))).toEqual({
    property: "Class",
    comparison: "IsNotA",
    value: "Wall"
  })
  expect(comparedIn({ or: [wall, wide] })).toBeNull()
  expect(comparedIn({ not: wide })).toBeNull()
})

test("alternatives are added and removed", () => {
  const both = withAlternative(wall, wide)
  expect(both).toEqual({ or: [wall, wide] })
  expect(withAlternative(both, wall)).toEqual({ or: [wall, wide, wall] })
  expect(withoutAlternative(both, 0)).toEqual(wide)
  expect(withoutAlternative(wall, 0)).toBeNull()
})

test("a search for a text is recognised", () => {
  expect(searchedIn(searchFor("oak"))).toBe("oak")
  expect(searchedIn({ or: [wall, wide, wall] })).toBeNull()
  expect(searchedIn(wall)).toBeNull()
})

test("a saved query of any form becomes conditions", () => {
  const name = { property: "Name", operator: "Contains", value: "a" } as const
  expect(savedConditions({ filters: { Name: "a" } })).toEqual([name])
  expect(savedConditions({ filters: [name], where: { and: [wall, wide] } })).toEqual([name, wall, wide])
  expect(savedConditions({ where: { not: { or: [wall] } } })).toEqual([{ not: { or: [wall] } }])
  expect(savedConditions({})).toEqual([])
  expect(savedConditions({ where: { like: wall } })).toBeNull()
})

test("a field is compared by its kind", () => {
  const detail = { name: "x", unit: null, enumerationValues: null }
  expect(kindOf("Class", undefined)).toBe("class")
  expect(kindOf("Width", { ...detail, dataType: "Real" })).toBe("number")
  expect(kindOf("IsExternal", { ...detail, dataType: "Boolean" })).toBe("boolean")
  expect(kindOf("Mark", { ...detail, dataType: null })).toBe("text")
})
