import { expect, test } from "bun:test"
import { tableOf, filtersOf } from "../testing/TestContent.ts"
import { ofFilter } from "./Comparison.ts"
import * as Dictionary from "./Dictionary.ts"

const kilobytes64 = 64 * 1024

/**
 * Returns the memory that a table of this many texts of 64 KB occupies after a filter ran, and how many values it
 * marked.
 */
const asked = (texts: number, operator: "Equals" | "Contains") => {
  const textOf = (i: number) => `${i}`.padEnd(kilobytes64, "x")
  const products = Array.from({ length: texts }, (_, i) => ({ cells: [["S|P", textOf(i)]] as const }))
  const table = tableOf({ products })
  const [filter] = filtersOf([{ property: "P", operator, value: operator === "Equals" ? textOf(3) : "3X" }])
  const marks = Dictionary.marks(table.properties[0]!.column, ofFilter(filter!))
  return { kept: table.extra.bytes, marked: marks.filter((mark) => mark === 1).length }
}

test("the lengths of few long values are counted, and none above 1 MB is kept as text", () => {
  const few = asked(8, "Equals")
  expect(few.marked).toBe(1)
  expect(few.kept).toBeGreaterThan(2 * 8 * kilobytes64)
  expect(asked(20, "Equals")).toEqual({ kept: 0, marked: 1 })
  const found = asked(20, "Contains")
  expect(found.marked).toBe(2)
  expect(found.kept).toBeLessThan(1.1 * 20 * kilobytes64)
})
