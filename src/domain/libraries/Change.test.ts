import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { applied } from "./Change.ts"
import * as Codification from "./Codification.ts"
import * as Location from "./Location.ts"
import * as Material from "./Material.ts"
import * as Project from "../projects/Project.ts"
import * as PropertySet from "./PropertySet.ts"
import type { GlobalId } from "../GlobalId.ts"
import type { Uuid } from "../Identifier.ts"
import { JsonText } from "../JsonText.ts"

/** Rows of a table of cases: a change, and the resulting record; null if the result is no change. */
type Table<A, C> = ReadonlyArray<readonly [change: C, after: Partial<A> | null]>

const holds = <A extends object, C>(changed: (before: A, change: C) => A, before: A, table: Table<A, C>) => {
  for (const [change, after] of table) {
    const result = changed(before, change)
    if (after === null) expect(result).toBe(before)
    else expect(result).toEqual({ ...before, ...after })
  }
}

test("an absent member keeps its value, any other value replaces it; an unchanged record stays the same object", () => {
  const before = { a: 1 as number | null, b: ["x"] }
  holds<typeof before, Partial<typeof before>>(applied, before, [
    [{}, null],
    [{ a: 1, b: ["x"] }, null],
    [{ a: null }, { a: null }],
    [{ b: [] }, { b: [] }],
    [{ b: ["x", "y"] }, { b: ["x", "y"] }]
  ])
})

test("null clears the optional members of a material", () => {
  const oak = Material.drafted({ name: "Oak", color: "#a52" })
  expect(oak).toEqual({ name: "Oak", color: "#a52", description: null, category: null })
  holds(Material.changed, oak, [
    [{}, null],
    [{ name: "Oak", color: "#a52", description: null }, null],
    [{ name: "Ash" }, { name: "Ash" }],
    [
      { color: null, category: "" },
      { color: null, category: "" }
    ]
  ])
})

test("a new location is a nameless Space at the top, and null moves a location there", () => {
  expect(Location.drafted({})).toEqual({ name: "", type: "Space", parentGuid: null })
  const parentGuid = "0123456789012345678901" as GlobalId
  const floor = Location.drafted({ name: "1", type: "Floor", parentGuid })
  holds(Location.changed, floor, [
    [{}, null],
    [{ name: "1", type: "Floor", parentGuid }, null],
    [{ name: "" }, { name: "" }],
    [{ parentGuid: null }, { parentGuid: null }],
    [{ type: "Site" }, { type: "Site" }]
  ])
})

test("an absent member of a code is kept; an empty text clears the description and moves the code to the top", () => {
  const parentId = crypto.randomUUID() as typeof Uuid.Type
  const measures = [{ unit: "m" }]
  const drafted = (draft: Codification.CodeDraft) => Either.getOrThrow(Codification.drafted(draft))
  const code = drafted({
    name: "n",
    identification: "1",
    parentId,
    description: "d",
    sort: 0,
    measureDefinitions: measures
  })
  expect(drafted({ name: "n", identification: "1", parentId: "", description: "" })).toEqual({
    name: "n",
    identification: "1",
    parentId: null,
    description: null,
    sort: null,
    measureDefinitions: JsonText.make("[]")
  })
  const changed = (before: Codification.CodeText, change: Codification.CodeChange) =>
    Either.getOrThrow(Codification.changed(before, change))
  holds(changed, code, [
    [{}, null],
    [
      { name: "n", identification: "1", parentId, description: "d", sort: 0, measureDefinitions: [{ unit: "m" }] },
      null
    ],
    [
      { name: "m", identification: "2" },
      { name: "m", identification: "2" }
    ],
    [{ description: "" }, { description: null }],
    [{ parentId: "" }, { parentId: null }],
    [{ sort: 1 }, { sort: 1 }],
    [{ measureDefinitions: [] }, { measureDefinitions: JsonText.make("[]") }]
  ])
})

test("null clears the description of a project", () => {
  holds(Project.changed, { name: "P", description: "d" }, [
    [{}, null],
    [{ name: "P", description: "d" }, null],
    [{ name: "Q" }, { name: "Q" }],
    [{ description: null }, { description: null }],
    [{ description: "" }, { description: "" }]
  ])
})

test("null and an empty list clear the entity types of a property set", () => {
  const wall = { value: "IfcWall", predefinedTypes: [{ value: "SHEAR" }] }
  const textOf = (types: ReadonlyArray<unknown>) => JsonText.make(JSON.stringify(types))
  const changed = (before: PropertySet.SetText, change: PropertySet.PropertySetChange) =>
    Either.getOrThrow(PropertySet.changed(before, change))
  holds(changed, { name: "S", entityTypes: textOf([wall]) }, [
    [{}, null],
    [{ name: "S", entityTypes: [wall] }, null],
    [{ name: "T" }, { name: "T" }],
    [{ entityTypes: null }, { entityTypes: textOf([]) }],
    [{ entityTypes: [] }, { entityTypes: textOf([]) }],
    [{ entityTypes: [{ value: "IfcWall" }] }, { entityTypes: textOf([{ value: "IfcWall" }]) }],
    [{ propertyDefinitions: [] }, null]
  ])
})
