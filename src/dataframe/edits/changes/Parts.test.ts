import { expect, test } from "bun:test"
import * as Bits from "../../table/Bits.ts"
import { ProductTable } from "../../table/ProductTable.ts"
import { guidOf, tableOf } from "../../testing/TestContent.ts"
import { deletion } from "./Parts.ts"

// A stair (3) of flights (0, 4), the first of which has a railing (1) with a post (5); a door (2) is not a part.
const wholes = [3, 0, -1, -1, 3, 1]
const table = tableOf({ products: wholes.map((whole) => ({ whole })) })
const gone = (of: ProductTable, guid: string) => deletion(of, guid).map((edit) => [edit.kind, edit.guid])

test.each([
  [3, [0, 1, 3, 4, 5]],
  [0, [0, 1, 5]],
  [1, [1, 5]],
  [4, [4]],
  [2, [2]]
])("deleting product %i deletes its parts and their parts", (row, rows) =>
  expect(gone(table, guidOf(row))).toEqual(rows.map((row) => ["Deleted", guidOf(row)]))
)

test("deleting an unknown or deleted product deletes nothing", () => {
  expect(gone(table, "none")).toEqual([])
  expect(gone(table, guidOf(0).toUpperCase())).toEqual([])
  const deleted = Bits.none(wholes.length)
  for (const row of [0, 1, 5]) Bits.add(deleted, row)
  class Edited extends ProductTable {
    override get deleted(): Bits.Bits {
      return deleted
    }
  }
  const edited = new Edited(table.container, true)
  expect(gone(edited, guidOf(1))).toEqual([])
  expect(gone(edited, guidOf(3))).toEqual([3, 4].map((row) => ["Deleted", guidOf(row)]))
})

test("a chain of parts is traversed once", () => {
  const count = 100_000
  const last = count - 1
  const chain = tableOf({
    products: Array.from({ length: count }, (_, row) => ({ whole: row === last ? -1 : row + 1 }))
  })
  expect(deletion(chain, guidOf(last)).length).toBe(count)
})
