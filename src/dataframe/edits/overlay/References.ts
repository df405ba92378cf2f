import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { Section } from "../../table/Layout.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { LoneColumn } from "./LoneColumn.ts"

/** What products refer to: codes into a list of the table, by row, that edits change. */
export class References {
  readonly codes: Uint32Array
  /** One byte a row: 1 where the code is the type's. */
  private readonly ofType: Uint8Array
  /** The codes of types below own ones, by row. */
  private readonly hidden: ReadonlyMap<number, number>

  constructor(
    private readonly table: ProductTable,
    private readonly name: ColumnRecord.ReferenceColumn
  ) {
    const column = table.reference(name)
    const { codes, rows } = column.hiddenCells()
    this.codes = Uint32Array.from(column.codes!.subarray(0, table.count))
    this.ofType = new Uint8Array(table.count)
    for (let row = 0; row < table.count; row++) if (column.isOfType(row)) this.ofType[row] = 1
    this.hidden = new Map(Array.from(rows, (row, i) => [row, codes[i]!]))
  }

  isOfType(row: number): boolean {
    return this.ofType[row] === 1
  }

  /** Gives a product one of its own. */
  set(row: number, code: number): void {
    this.codes[row] = code
    this.ofType[row] = 0
  }

  /** Takes its own from a product: it shows what its type says, if that says anything. */
  takeAway(row: number): void {
    if (this.isOfType(row)) return
    const code = this.hidden.get(row) ?? 0
    this.codes[row] = code
    this.ofType[row] = code === 0 ? 0 : 1
  }

  /** As the bytes of a column, with what stands behind the list that the codes point into. */
  write(list: Partial<Record<Section, Uint8Array>>): Uint8Array {
    const { codes, name, table } = this
    const out = new LoneColumn(table.count, ColumnRecord.attributes.length + ColumnRecord.references.indexOf(name))
    const size = codes.reduce((most, code) => Math.max(most, code + 1), table.reference(name).size)
    const presence = ColumnRecord.PRESENCE_FULL << ColumnRecord.PRESENCE_SHIFT
    out.set("count", table.count)
    out.set("size", size)
    out.set("flags", presence | out.levels(this.ofType) | out.codes(codes, size))
    return out.join({ set: "", name: "", enumeration: null }, list)
  }
}
