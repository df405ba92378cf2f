import { expect, test } from "bun:test"
import { lineSlices } from "./LineSlices.ts"

test("a line has at most 500 items or 256 KB, and at least one item", () => {
  const lengths = (items: ReadonlyArray<string>) =>
    [...lineSlices(items, ({ length }) => length)].map((slice) => slice.length)
  expect(lengths([])).toEqual([])
  expect(lengths(Array.from({ length: 1001 }, () => "x"))).toEqual([500, 500, 1])
  const long = "x".repeat(100 * 1024)
  expect(lengths([long, long, long, "x", long.repeat(9), "x"])).toEqual([2, 2, 1, 1])
})
