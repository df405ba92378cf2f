import { expect, test } from "bun:test"
import { limits } from "../../../domain/Limits.ts"
import { CollectedCells } from "./SheetCells.ts"

test("a column with as many changed cells as a user may have is dropped", () => {
  const collected = new CollectedCells()
  const field = { header: "Name", key: "Name", set: null, unit: null }
  const how = { verb: "addOrUpdate", isExact: false } as const
  const { most } = limits.unpublishedCells
  for (let row = 2; row < most + 2; row++) collected.add(field, how, { guid: "g", value: null, row })
  expect(collected.drop((header, { row }) => header === "Name" && row === 3)).toBe(1)
  const [group] = collected.all()
  expect([group!.cells.length, group!.cells[0]!.row, group!.cells[1]!.row]).toEqual([most - 1, 2, 4])
  expect(collected.drop(() => true)).toBe(most - 1)
  expect(collected.all()).toEqual([])
})
