import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { SortKey } from "../../domain/Sort.ts"
import * as TestContent from "../testing/TestContent.ts"
import { ordered } from "./Order.ts"
import * as View from "./View.ts"

const product = (
  name: string,
  cells: ReadonlyArray<readonly [string, TestContent.TestCell | string | number | boolean]>
) => ({
  name,
  cells
})

const table = TestContent.tableOf({
  products: [
    product("none", []),
    product("b", [
      ["S|a", "B"],
      ["S|n", 2]
    ]),
    product("ten", [
      ["S|a", 10],
      ["S|n", 1]
    ]),
    product("upper", [
      ["S|a", "a"],
      ["S|n", 2]
    ]),
    product("true", [["S|a", true]]),
    product("two", [
      ["S|a", 2],
      ["S|n", 2]
    ]),
    product("empty", [["S|a", { value: null }]]),
    product("A", [
      ["S|a", "A"],
      ["S|n", 1]
    ]),
    product("false", [["S|a", false]]),
    product("beyond", [["S|a", "\u{10000}"]]),
    product("below", [["S|a", "\uffee"]])
  ]
})

const view = View.empty("1")
const names = (sort: ReadonlyArray<SortKey>): ReadonlyArray<unknown> => {
  const rows = Uint32Array.from({ length: table.count }, (_, row) => row)
  const found = Either.getOrThrow(ordered(table, view, rows, sort))
  return [...found].map((row) => table.attribute("Name").at(row))
}
const by = (property: string, descending = false): SortKey => ({ property, descending })

test("numbers come before texts, texts before booleans, and empty values last in both directions", () => {
  const up = ["two", "ten", "A", "upper", "b", "below", "beyond", "false", "true"]
  expect(names([by("a")])).toEqual([...up, "none", "empty"])
  expect(names([by("S.a", true)])).toEqual([...up.toReversed(), "none", "empty"])
})

test("equal values keep the order of the file, or are ordered by the next property", () => {
  expect(names([by("n")]).slice(0, 5)).toEqual(["ten", "A", "b", "upper", "two"])
  expect(names([by("n", true), by("Name")]).slice(0, 5)).toEqual(["b", "two", "upper", "A", "ten"])
  expect(names([by("Class")])).toEqual(names([]))
})

test("a property that cannot be filtered is refused by its name", () => {
  for (const property of ["Nothing", "Computed.Volume"]) {
    const found = ordered(table, view, new Uint32Array(), [by("Name"), by(property)])
    expect(Either.getOrThrow(Either.flip(found)).details).toContain(property)
  }
})
