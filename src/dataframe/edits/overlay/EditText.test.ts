import { expect, test } from "bun:test"
import { type Edit, ownDeleted } from "../../../domain/edits/Edit.ts"
import * as EditText from "./EditText.ts"

const value = { value: ["x", 1], type: "Enum", quantity: false, unit: "kg" } as const

test("a layer is read back from its text unchanged", () => {
  const edits: ReadonlyArray<Edit> = [
    { kind: "Property", guid: "1", set: "S", name: "a\nb", now: value },
    { kind: "Property", guid: "2", set: "S", name: "a", now: ownDeleted },
    { kind: "Attribute", guid: "1", name: "Tag", now: null },
    { kind: "SpatialLocation", guid: "1", now: "" },
    { kind: "Material", guid: "1", now: ownDeleted },
    { kind: "Codes", guid: "1", now: ["c", "d"] },
    { kind: "Code", guid: "1", code: "d", now: false },
    { kind: "Deleted", guid: "3" }
  ]
  const named: EditText.Named = {
    locations: new Map([["l", { name: "Site", type: "Site", parentGuid: null }]]),
    materials: new Map([["m", { name: "Oak" }]]),
    codes: new Map([["c", { identification: "1", name: "One", libraryGuid: "k" }]])
  }
  const text = [...EditText.pieces({ edits, named })].join("")
  expect(text).not.toContain("\n")
  expect(EditText.read(text)).toEqual({ edits, named })
  expect(EditText.read(Buffer.from(EditText.nothing).toString()).edits).toEqual([])
})

test("the name of a property is stored once for all its edits; texts of older releases contain whole edits", () => {
  const edits = Array.from({ length: 2000 }, (_, i): Edit => ({
    kind: "Property",
    guid: `${i}`,
    set: "s".repeat(1000),
    name: i % 2 === 0 ? "a" : "n".repeat(1000),
    now: value
  }))
  const named: EditText.Named = { locations: new Map(), ...none }
  const text = [...EditText.pieces({ edits, named })].join("")
  expect(text.length).toBeLessThan(250_000)
  expect(EditText.read(text).edits).toEqual(edits)
  const older = JSON.stringify({ edits, locations: [], materials: [], codes: [] })
  expect(EditText.read([older, text].join(EditText.separator)).edits).toEqual([...edits, ...edits])
})

const none = { materials: new Map(), codes: new Map() }

test("edits appended to a text override earlier ones", () => {
  const text = (now: string) => {
    const edits = [{ kind: "SpatialLocation", guid: "1", now }] as const
    const named = { locations: new Map([[now, { name: now, type: "Site", parentGuid: null }]]), ...none }
    return [...EditText.pieces({ edits, named })].join("")
  }
  const { edits, named } = EditText.read([text("a\u001e"), text("b")].join(EditText.separator))
  expect(edits.map((edit) => "now" in edit && edit.now)).toEqual(["a\u001e", "b"])
  expect([...named.locations.keys()]).toEqual(["a\u001e", "b"])
})
