import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { Section } from "../../table/Layout.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { LoneColumn } from "./LoneColumn.ts"

/** The codes of a reference column, by row, which edits can change. They are indexes into a list of the table. */
export class References {
  readonly codes: Uint32Array
  /** One byte per row: 1 if the code comes from the type. */
  private readonly ofType: Uint8Array
  /** The codes of types that own ones hide, by row. */
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

  /** Sets the code of a product, its own one unless it comes from the type. */
  set(row: number, code: number, isOfType = false): void {
    this.codes[row] = code
    this.ofType[row] = isOfType ? 1 : 0
  }

  /** Removes the own code of a product, which then shows the code of its type, if it has one. */
  takeAway(row: number): void {
    if (this.isOfType(row)) return
    const code = this.hidden.get(row) ?? 0
    this.codes[row] = code
    this.ofType[row] = code === 0 ? 0 : 1
  }

  /**
   * Returns the codes as the bytes of a column. `list` has the entries that are added to the list that they refer to.
   */
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
