/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { BcfColoring } from "../../../../../sdk/plinth.ts"
import { areTransparent, colorEntries } from "./ViewpointColors.ts"

const coloring = (color: string, ...guids: ReadonlyArray<string>): BcfColoring => ({
  color,
  components: guids.map((ifc_guid) => ({ ifc_guid }))
})

test("each colour is an entry without its opacity, and the last colour of a product counts", () => {
  const entries = colorEntries(
    [coloring("ff0080", "a", "b"), coloring("#80FF0080", "c"), coloring("FF00FF00", "b", "unknown")],
    (guids) => guids.filter((guid) => guid !== "unknown")
  )
  expect(entries.map(({ color, guids, label }) => [label, color, guids])).toEqual([
    ["#FF0080", [255, 0, 128], ["a", "c"]],
    ["#00FF00", [0, 255, 0], ["b"]]
  ])
})

test("a whole is coloured as its parts", () => {
  const [entry] = colorEntries([coloring("102030", "whole")], () => ["left", "right"])
  expect(entry!.guids).toEqual(["left", "right"])
})

test.each([
  ["ff0000", false],
  ["#ffff0000", false],
  ["80ff0000", true],
  ["#00000000", true]
])("the colour %s is transparent: %p", (color, expected) => {
  expect(areTransparent([coloring("000000"), coloring(color)])).toBe(expected)
})
