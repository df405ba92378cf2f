import { limits } from "../../domain/Limits.ts"
import { beyond, invalid } from "./SheetFault.ts"

// No library is used: csv-parse and papaparse push rows or hold all of them, whereas these rows are read one at a time
// with their numbers, and both accept malformed quotes or count lines instead of rows. The records are split as bytes,
// because most cells of an imported table are only compared with the model and need not become texts.

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The number of places for which memory is allocated at once. */
const placesOfChunk = 65_536

/**
 * The cells of a record. A cell with escaped quotes begins at its opening quote; no other cell begins with a quote. All
 * cells end before their closing quote.
 */
export class CsvRecord {
  constructor(
    readonly bytes: Buffer,
    private readonly places: Uint32Array,
    private readonly base: number,
    /** The number of cells. */
    readonly count: number
  ) {}

  /** Returns the position at which the bytes of a cell begin, or 0 if the record is shorter. */
  from(index: number): number {
    return index < this.count ? this.places[this.base + index * 2]! : 0
  }

  /** Returns the position at which the bytes of a cell end, or 0 if the record is shorter. */
  end(index: number): number {
    return index < this.count ? this.places[this.base + index * 2 + 1]! : 0
  }

  textOf(index: number): string {
    const from = this.from(index)
    const end = this.end(index)
    if (from === end) return ""
    if (this.bytes[from] !== quote) return this.bytes.toString("utf8", from, end)
    return this.bytes.toString("utf8", from + 1, end).replaceAll(`""`, `"`)
  }

  /** Returns the index of the last cell that is not empty, or -1 if all are. */
  last(): number {
    let index = this.count - 1
    while (index >= 0 && this.from(index) === this.end(index)) index -= 1
    return index
  }
}

/** Splits UTF-8 into records (RFC 4180). Lines may end in CR, LF or both. */
export class CsvRecords {
  private places = new Uint32Array(placesOfChunk)
  private used = 0
  private base = 0
  private row = 0

  constructor(
    private readonly bytes: Buffer,
    /** The position of the next record. */
    private at: number,
    private readonly separator: number
  ) {}

  /** Returns the next record, or null after the last one. Throws `SheetFault`. */
  next(): CsvRecord | null {
    const { bytes, separator } = this
    const { length } = bytes
    if (this.at >= length) return null
    this.row += 1
    this.base = this.used
    let at = this.at
    for (;;) {
      if (bytes[at] === quote) at = this.takeQuoted(at)
      else {
        const from = at
        for (; at < length; at++) {
          const byte = bytes[at]!
          if (byte === separator || byte === lineFeed || byte === carriageReturn) break
        }
        this.add(from, at)
      }
      if (bytes[at] !== separator || at >= length) break
      at += 1
    }
    this.at = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1
    return new CsvRecord(bytes, this.places, this.base, (this.used - this.base) / 2)
  }

  /** Reads the cell that begins with a quote, and returns the position after it. */
  private takeQuoted(start: number): number {
    const { bytes } = this
    const { length } = bytes
    let isEscaped = false
    let end = start + 1
    for (; end < length; end++) {
      if (bytes[end] !== quote) continue
      if (bytes[end + 1] !== quote) break
      isEscaped = true
      end += 1
    }
    if (end >= length) throw invalid(`Row ${this.row} has a quote that is not closed.`)
    this.add(isEscaped ? start : start + 1, end)
    const next = bytes[end + 1]
    if (next !== undefined && next !== this.separator && next !== lineFeed && next !== carriageReturn) {
      throw invalid(`Row ${this.row} has text behind a closing quote. A quote in a text is written twice.`)
    }
    return end + 1
  }

  private add(from: number, end: number): void {
    if (end - from > limits.textOfCell.most) throw beyond(limits.textOfCell)
    if (this.used - this.base >= limits.columnsOfTable.most * 2) throw beyond(limits.columnsOfTable)
    if (this.used === this.places.length) {
      // Earlier records keep a reference to the memory that they are in.
      const begun = this.places.subarray(this.base, this.used)
      this.places = new Uint32Array(begun.length + placesOfChunk)
      this.places.set(begun)
      this.used = begun.length
      this.base = 0
    }
    this.places[this.used] = from
    this.places[this.used + 1] = end
    this.used += 2
  }
}
