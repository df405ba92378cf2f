import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { rowsByGuid } from "./ProductRows.ts"

/** The products of two tables, matched by guid. Deleted products are ignored. */
export interface PairedRows {
  /** The row in the new table by row of the old one, or -1 if there is none. */
  readonly rows: Int32Array
  /** The rows of the new table that have a match. */
  readonly paired: Bits.Bits
  /** The guids of products that only the old table has, ascending. */
  readonly deleted: ReadonlyArray<string>
  /** The guids of products that only the new table has, ascending. */
  readonly added: ReadonlyArray<string>
}

const isLeft = ({ deleted }: ProductTable, row: number): boolean => deleted === null || !Bits.has(deleted, row)

export const pair = (before: ProductTable, after: ProductTable): PairedRows => {
  const rows = new Int32Array(before.count)
  const paired = Bits.none(after.count)
  const [deleted, added]: [Array<string>, Array<string>] = [[], []]
  const rowOf = rowsByGuid(after)
  const isSame = before.container === after.container
  for (let row = 0; row < before.count; row++) {
    const isThere = isLeft(before, row)
    const now = !isThere ? -1 : isSame ? (isLeft(after, row) ? row : -1) : rowOf(before.guidOf(row))
    rows[row] = now
    if (now !== -1) Bits.add(paired, now)
    else if (isThere) deleted.push(before.guidOf(row))
  }
  for (let row = 0; row < after.count; row++) {
    if (isLeft(after, row) && !Bits.has(paired, row)) added.push(after.guidOf(row))
  }
  return { rows, paired, deleted: deleted.sort(), added: added.sort() }
}
