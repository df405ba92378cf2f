import type { Edit } from "../../../domain/edits/Edit.ts"
import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"

/**
 * Returns the edits that delete a product together with its parts at every level. Products that fill its openings
 * remain. Returns no edits if the table has no such product.
 */
export const deletion = (table: ProductTable, guid: string): ReadonlyArray<Edit> => {
  const product = rowsByGuid(table)(guid)
  if (product === -1) return []
  const gone = rowsWithin(table, product)
  return gone.map((row) => ({ kind: "Deleted", guid: table.guidOf(row) }))
}

/**
 * Returns the rows of a product and all its parts, in the order of the file. Marks avoid walking up from a row twice.
 */
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
