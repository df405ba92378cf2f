import { expect, test } from "bun:test"
import * as Forms from "./Forms.ts"
import * as Names from "./Names.ts"
import { tableOf } from "../testing/TestContent.ts"
import * as View from "./View.ts"

const table = tableOf({
  products: [{ guid: "a", location: 0, cells: [["S|P", "x"]] }, { guid: "b" }],
  locations: [{ guid: "1site", name: "Site", type: "Site", parent: -1 }]
})
const view = View.empty("1")

test("data derived from a table or shared by a project is computed once", () => {
  const [names, forms] = [Names.of(table, view), Forms.of(table, view)]
  const kept = [forms.places, forms.materials, forms.codeSets]
  const again = { ...view, importedWith: view.importedWith }
  expect(Names.of(table, again)).toBe(names)
  const { codeSets, materials, places } = Forms.of(table, again)
  for (const [i, of] of [places, materials, codeSets].entries()) expect(of).toBe(kept[i] as never)
  const other = View.empty("1")
  expect(Names.of(table, other)).not.toBe(names)
  expect(Forms.of(table, other).places).not.toBe(forms.places)
})

test("a deleted location is missing from earlier tables, and present in those of later imports", () => {
  const now = { name: "Site", type: "Site", parentGuid: null }
  const { references } = view.shared
  const { shared } = View.empty("1", {
    references: { ...references, deletedLocations: new Map([["1site", 5]]), locations: new Map([["1site", now]]) }
  })
  const ofTable = (importedWith: number) => View.locationNow({ ...view, shared, importedWith }, "1site")
  expect([4, 5, 6].map(ofTable)).toEqual([null, null, now])
  expect(View.locationNow(view, "1site")).toBeUndefined()
})
