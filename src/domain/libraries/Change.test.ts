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

/** Rows of a table: a change, and what it makes of the record; null: nothing. */
type Table<A, C> = ReadonlyArray<readonly [change: C, after: Partial<A> | null]>

const holds = <A extends object, C>(changed: (before: A, change: C) => A, before: A, table: Table<A, C>) => {
  for (const [change, after] of table) {
    const result = changed(before, change)
    if (after === null) expect(result).toBe(before)
    else expect(result).toEqual({ ...before, ...after })
  }
}

test("an absent member keeps its value, whatever value comes is taken; the same record where nothing changes", () => {
  const before = { a: 1 as number | null, b: ["x"] }
  holds<typeof before, Partial<typeof before>>(applied, before, [
    [{}, null],
    [{ a: 1, b: ["x"] }, null],
    [{ a: null }, { a: null }],
    [{ b: [] }, { b: [] }],
    [{ b: ["x", "y"] }, { b: ["x", "y"] }]
  ])
})

test("a material: null clears what is optional", () => {
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

test("a location: a new one is a nameless Space at the top, null moves it there", () => {
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

test("a code: absent keeps; an empty text clears the description and moves to the top", () => {
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

test("a project: a null description clears it", () => {
  holds(Project.changed, { name: "P", description: "d" }, [
    [{}, null],
    [{ name: "P", description: "d" }, null],
    [{ name: "Q" }, { name: "Q" }],
    [{ description: null }, { description: null }],
    [{ description: "" }, { description: "" }]
  ])
})

test("a property set: null and an empty list clear its entity types", () => {
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
