import { expect, test } from "bun:test"
import type { View } from "./View.ts"
import * as ViewText from "./ViewText.ts"

test("a view comes back from its text with all that it has", () => {
  const view: View = {
    projectId: "7",
    definitions: [
      { set: "S", name: "a", guid: "g", dataType: "Enum", unit: null, enumerationValues: ["x", "y"] },
      { set: "S", name: "b", guid: "h", dataType: "Real", unit: "kg", enumerationValues: null }
    ],
    propertyGuids: new Map([["S\0a", "g"]]),
    references: {
      locations: new Map([
        ["l", { name: "Site", type: "Site", parentGuid: null }],
        ["gone", null]
      ]),
      materials: new Map([
        ["m", { name: "Oak" }],
        ["gone", null]
      ]),
      codes: new Map([["c", { identification: "1", name: "One", libraryGuid: "k" }]])
    }
  }
  expect(ViewText.read(ViewText.write(view))).toEqual(view)
})
