import { expect, test } from "bun:test"
import { seenOf } from "../../../viewer/Seen.ts"
import { changeColors, changesLegend } from "./Palette.ts"
import { colorsOf, faintOf, hasFaint } from "./Painting.ts"

/** A house with two walls, a room, and a stair that consists of two flights and has no shape of its own. */
const guids = ["wall", "other wall", "room", "flight", "other flight"]
const house = {
  products: guids.map((guid) => ({ guid, class: "", isSpace: guid === "room" })),
  ...seenOf(guids, { guids: ["stair"], ofProducts: Uint32Array.of(0, 0, 0, 1, 1), above: Uint32Array.of(0) })
}
const labels = { added: "Added", changed: "Changed", deleted: "Deleted" }
const legend = (kinds: Partial<Record<keyof typeof changeColors | "none", ReadonlyArray<string>>>) =>
  changesLegend({ added: [], changed: [], deleted: [], none: [], ...kinds }, labels)

test("what did not change is faint, so that changes and deleted products behind it are seen", () => {
  const changed = legend({ changed: ["wall"], none: ["other wall", "stair", "flight", "other flight"] })
  expect(faintOf(house, changed, "!changes")).toEqual([1, 3, 4])
  expect(colorsOf(house, changed, "!changes").get(0)).toEqual(changeColors.changed)
  expect(faintOf(house, legend({ deleted: ["gone"], none: guids }), "!changes")).toEqual([0, 1, 3, 4])
})

test("nothing is faint if nothing changed; around rooms everything else is", () => {
  expect(faintOf(house, legend({ none: guids }), "!changes")).toEqual([])
  expect(faintOf(house, [], "!rooms")).toEqual([0, 1, 3, 4])
  expect([hasFaint("!rooms"), hasFaint("!changes"), hasFaint("Class"), hasFaint(null)]).toEqual([
    true,
    true,
    false,
    false
  ])
})

test("a change of a whole without a shape is seen on its parts, but not over their own changes", () => {
  const changed = legend({ added: ["flight"], changed: ["stair"], none: ["wall", "other wall", "other flight"] })
  expect(faintOf(house, changed, "!changes")).toEqual([0, 1])
  const colors = colorsOf(house, changed, "!changes")
  expect([colors.get(3), colors.get(4)]).toEqual([changeColors.added, changeColors.changed])
})
