import type { ByGuid } from "../query/Overlay.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** What a row costs that is remembered by its guid. */
const bytesOfRow = 100

/** Row of a product, -1 for none; those that were found are remembered. */
const rowOf = (table: ProductTable, guid: string): number => {
  const { rowOfCode, rows } = table.once("rows of guids", () => {
    const { codes } = table.attribute("Guid")
    const rowOfCode = new Uint32Array(table.count)
    for (let row = 0; row < table.count; row++) rowOfCode[codes![row]!] = row
    table.extra.bytes += rowOfCode.byteLength
    return { rowOfCode, rows: new Map<string, number>() }
  })
  const known = rows.get(guid)
  if (known !== undefined) return known
  const { texts, textBase, textCount } = table.attribute("Guid")
  const code = table.attribute("Guid").firstNotBelow(guid)
  if (code === textCount || texts.get(textBase + code) !== guid) return -1
  const row = rowOfCode[code]!
  rows.set(guid, row)
  table.extra.bytes += bytesOfRow
  return row
}

/** What edits say of the products that a table has: the row of each, and what is said of it. */
export interface EditedRows<A> {
  readonly rows: ReadonlyArray<number>
  readonly now: ReadonlyArray<A>
}

export const editedRows = <A>(table: ProductTable, edits: ByGuid<A>): EditedRows<A> => {
  const found: { readonly rows: Array<number>; readonly now: Array<A> } = { rows: [], now: [] }
  for (const [guid, now] of edits) {
    const row = rowOf(table, guid)
    if (row === -1) continue
    found.rows.push(row)
    found.now.push(now)
  }
  return found
}
