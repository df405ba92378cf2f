import type { Edit } from "../../../domain/edits/Edit.ts"
import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"

/**
 * The deletion of a product: it goes with its parts, and theirs; what fills its openings stays. Nothing where the table
 * has no such product.
 */
export const deletion = (table: ProductTable, guid: string): ReadonlyArray<Edit> => {
  const product = rowsByGuid(table)(guid)
  if (product === -1) return []
  const gone = rowsWithin(table, product)
  return gone.map((row) => ({ kind: "Deleted", guid: table.guidOf(row) }))
}

/** A row and those of its parts, in the order of the file; each row is climbed from once. */
const rowsWithin = ({ count, deleted, wholes }: ProductTable, product: number): ReadonlyArray<number> => {
  const [unknown, within, without] = [0, 1, 2]
  const marks = new Uint8Array(count)
  marks[product] = within
  const rows: Array<number> = []
  for (let row = 0; row < count; row++) {
    const path: Array<number> = []
    let at = row
    for (; at !== -1 && marks[at] === unknown; at = wholes[at]!) path.push(at)
    const mark = at === -1 ? without : marks[at]!
    for (const step of path) marks[step] = mark
    if (marks[row] === within && (deleted === null || !Bits.has(deleted, row))) rows.push(row)
  }
  return rows
}
