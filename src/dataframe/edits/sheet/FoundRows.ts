import { quoted } from "../../../domain/Quoted.ts"
import type { CsvRecord } from "../../../sheets/read/CsvRecords.ts"
import { CsvRow } from "../../../sheets/read/Csv.ts"
import type { SheetRow } from "../../../sheets/read/Sheet.ts"
import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { guidsAsBytes, rowsByGuid } from "../overlay/ProductRows.ts"
import type { SheetErrors } from "./SheetErrors.ts"

/** A row of the sheet with the rows of its product in the caller's view and in the version of the sheet, -1 for none. */
export interface FoundRow {
  readonly source: SheetRow
  readonly present: number
  readonly before: number
}

/** Finds the products of the rows of a sheet. */
export class FoundRows {
  private readonly rowOf: (guid: string) => number
  private readonly beforeRowOf: (guid: string) => number
  private readonly hasGuid: (row: number, bytes: Uint8Array, from: number, end: number) => boolean
  /** Whether the version of the sheet has every product of the caller's view in the same row. */
  private readonly hasSameProducts: boolean
  private readonly met: Bits.Bits
  private readonly metElsewhere = new Set<string>()
  /** The row of the product that was found last. */
  private last = -1

  constructor(
    private readonly present: ProductTable,
    before: ProductTable,
    private readonly headers: ReadonlyArray<string>,
    /** The column of the guids. */
    private readonly guid: number,
    private readonly errors: SheetErrors
  ) {
    this.rowOf = rowsByGuid(present)
    this.beforeRowOf = rowsByGuid(before)
    this.hasGuid = guidsAsBytes(present)
    this.hasSameProducts = present.container === before.container && before.deleted === null
    this.met = Bits.none(present.count)
  }

  /** Returns the product of a row, or null if there is none. */
  find(source: SheetRow): FoundRow | null {
    if (source instanceof CsvRow && this.isNext(source.record)) {
      this.last += 1
      Bits.add(this.met, this.last)
      return { source, present: this.last, before: this.last }
    }
    const { row } = source
    const cell = source.at(this.guid)
    const wrong = (guid: string, error: "ProductNotFound" | "DuplicateModification" | "InvalidValue", why: string) => {
      this.errors.add({ guid, row, column: "Guid" }, error, why)
      return null
    }
    if (cell === null) {
      const isEmpty = this.headers.every((header, i) => header === "" || source.at(i) === null)
      return isEmpty ? null : wrong("", "InvalidValue", "The row has no Guid.")
    }
    if (typeof cell === "object") return wrong("", "InvalidValue", cell.fault)
    const guid = String(cell)
    const present = this.rowOf(guid)
    const before = this.hasSameProducts && present !== -1 ? present : this.beforeRowOf(guid)
    if (this.isMet(guid, present)) return wrong(guid, "DuplicateModification", "The sheet has this product twice.")
    if (present === -1 && before === -1) {
      return wrong(guid, "ProductNotFound", `The model has no product ${quoted(guid)}.`)
    }
    this.last = present
    return { source, present, before }
  }

  guidOf({ source }: FoundRow): string {
    const cell = source.at(this.guid)
    return cell === null || typeof cell === "object" ? "" : String(cell)
  }

  /**
   * Returns whether a row is that of the product behind the last one, as in most sheets. Its guid then need not become a
   * text.
   */
  private isNext(record: CsvRecord): boolean {
    const row = this.last + 1
    if (!this.hasSameProducts || row >= this.present.count || Bits.has(this.met, row)) return false
    const { deleted } = this.present
    if (deleted !== null && Bits.has(deleted, row)) return false
    return this.hasGuid(row, record.bytes, record.from(this.guid), record.end(this.guid))
  }

  private isMet(guid: string, row: number): boolean {
    if (row === -1) return this.metElsewhere.size === this.metElsewhere.add(guid).size
    if (Bits.has(this.met, row)) return true
    Bits.add(this.met, row)
    return false
  }
}
