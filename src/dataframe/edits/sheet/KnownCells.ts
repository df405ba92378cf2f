import type { CsvRecord } from "../../../sheets/read/CsvRecords.ts"
import { nearlyOf } from "../../../sheets/read/NumberText.ts"
import { areSame } from "../../table/SameBytes.ts"
import { mostRemembered, type SheetSource } from "./SheetSource.ts"
import type { DecimalSeparator } from "./SheetValue.ts"

/** The first bytes of cells whose text is another one than their bytes: quotes in quotes, and a guard. */
const [quote, guard] = [0x22, 0x27]

/** The relative difference up to which numbers are surely equal by the rules of the contract, which allow more. */
const exactness = 1e-12

/**
 * Recognizes cells of a CSV file that have the value of the model by their bytes, so that they need not become texts.
 * Returns true for such cells only, and false for some of them.
 */
export class KnownCells {
  /** By key, where the last cell that had the value of the key begins and ends. The end of a cell is not 0. */
  private readonly froms: Uint32Array
  private readonly ends: Uint32Array

  constructor(
    private readonly bytes: Uint8Array,
    private readonly column: number,
    private readonly source: SheetSource,
    private readonly decimal: DecimalSeparator
  ) {
    const size = source.keys <= mostRemembered ? source.keys : 0
    this.froms = new Uint32Array(size)
    this.ends = new Uint32Array(size)
  }

  has(record: CsvRecord, key: number): boolean {
    const { bytes, column, source } = this
    const from = record.from(column)
    const end = record.end(column)
    if (from === end) return false
    const known = key < this.ends.length ? this.ends[key]! : 0
    if (known !== 0 && areSame(bytes, from, end, bytes, this.froms[key]!, known)) return true
    if (source.texts === null || bytes[from] === quote || bytes[from] === guard) return false
    const { column: values, start } = source.texts
    if (key < start || key - start >= values.textCount) return false
    const { blob, offsets } = values.texts
    const text = values.textBase + key - start
    return areSame(bytes, from, end, blob, offsets[text]!, offsets[text + 1]!)
  }

  /** Returns true for cells that are a number, and false for some of them. */
  isNumber(record: CsvRecord, value: number): boolean {
    const number = nearlyOf(this.bytes, record.from(this.column), record.end(this.column), this.decimal)
    return Math.abs(number - value) <= exactness * Math.abs(value)
  }

  /** Remembers that a cell has the value of a key. */
  add(record: CsvRecord, key: number): void {
    if (key >= this.ends.length) return
    this.froms[key] = record.from(this.column)
    this.ends[key] = record.end(this.column)
  }
}
