import { expect, test } from "bun:test"
import * as View from "../View.ts"
import * as ViewText from "./ViewText.ts"

const definitions = [
  { set: "S", name: "a", guid: "g", dataType: "Enum", unit: null, enumerationValues: ["x", "y"] },
  { set: "S", name: "b", guid: "h", dataType: "Real", unit: "kg", enumerationValues: null }
] as const
const references: View.SharedView["references"] = {
  locations: new Map([
    ["l", { name: "Site", type: "Site", parentGuid: null }],
    ["gone", null]
  ]),
  deletedLocations: new Map([["gone later", 7]]),
  materials: new Map([
    ["m", { name: "Oak" }],
    ["gone", null]
  ]),
  codes: new Map([["c", { identification: "1", name: "One", libraryGuid: "k" }]])
}
const entityTypes = new Map([["S", [{ name: "Wall", predefinedTypes: ["SOLIDWALL"] }]]])
const shared = { definitions, entityTypes, propertyGuids: new Map([["S\0a", "g"]]), references }
const again = (view: View.View): View.View => ViewText.read([...ViewText.pieces(view)].join(""))

test("a view is read back from its text unchanged", () => {
  const view = { ...View.empty("7", shared), importedWith: 3 }
  expect(again(view)).toEqual(view)
  expect(again(View.empty("7"))).toEqual(View.empty("7"))
})

test("a large view is written in pieces, each of them quickly", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ ...definitions[0], name: `Definition ${i}` }))
  const view = View.empty("7", { ...shared, definitions: many })
  expect(again(view)).toEqual(view)
  const lengths = Array.from(ViewText.pieces(view), ({ length }) => length)
  expect(Math.max(...lengths)).toBeLessThan(64 * 1024)
})

test("a text from before edits existed is read, with the locations of one table", () => {
  const { locations, materials, codes } = references
  const text = JSON.stringify({
    projectId: "7",
    definitions,
    propertyGuids: [["S\0a", "g"]],
    locations: [...locations],
    materials: [...materials],
    codes: [...codes]
  })
  const view = ViewText.read(text)
  expect(view).toEqual(
    View.empty("7", {
      definitions,
      propertyGuids: new Map([["S\0a", "g"]]),
      references: { ...references, deletedLocations: new Map() }
    })
  )
})
