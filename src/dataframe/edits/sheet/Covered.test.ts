import { expect, test } from "bun:test"
import { Covered } from "./Covered.ts"

test("merged ranges cover their cells except the first", () => {
  const range = (firstRow: number, lastRow: number, firstColumn: number, lastColumn: number) => ({
    firstRow,
    lastRow,
    firstColumn,
    lastColumn
  })
  const covered = new Covered([range(7, 8, 1, 1), range(2, 4, 1, 2), range(5, 5, 1, 1)], ["Guid", "A", "B"])
  const rowsOf = (header: string) =>
    Array.from({ length: 10 }, (_, row) => row).filter((row) => covered.has(header, row))
  expect(rowsOf("Guid")).toEqual([])
  expect(rowsOf("A")).toEqual([3, 4, 8])
  expect(rowsOf("B")).toEqual([2, 3, 4])
})
