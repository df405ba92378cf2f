import type { ByGuid } from "../../query/Overlay.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { rowsByGuid } from "./ProductRows.ts"

/** The edits of the products that a table has: the row and the new value of each. */
interface EditedRows<A> {
  readonly rows: ReadonlyArray<number>
  readonly now: ReadonlyArray<A>
}

export const editedRows = <A>(table: ProductTable, edits: ByGuid<A>): EditedRows<A> => {
  const found: { readonly rows: Array<number>; readonly now: Array<A> } = { rows: [], now: [] }
  const rowOf = rowsByGuid(table)
  for (const [guid, now] of edits) {
    const row = rowOf(guid)
    if (row === -1) continue
    found.rows.push(row)
    found.now.push(now)
  }
  return found
}
