import { isUtf8 } from "node:buffer"
import { quoted } from "../../domain/Quoted.ts"
import { type CsvRecord, CsvRecords } from "./CsvRecords.ts"
import { unguarded } from "./Guard.ts"
import { Extent, headersOf } from "./Headers.ts"
import type { Sheet, SheetCell, SheetRow } from "./Sheet.ts"
import { invalid, unsupported } from "./SheetFault.ts"

/** A row of a CSV file. Its cells are converted to texts on demand. */
export class CsvRow implements SheetRow {
  constructor(
    readonly row: number,
    readonly record: CsvRecord
  ) {}

  at(column: number): SheetCell {
    return unguarded(this.record.textOf(column)) || null
  }
}

const candidates = new Set([",", ";", "\t"].map((letter) => letter.charCodeAt(0)))
const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/**
 * Returns the candidate that occurs most often outside quotes in the first line. If several occur equally often, the
 * first one is returned.
 */
const separatorOf = (bytes: Buffer, start: number): number => {
  const counts = new Map<number, number>()
  let isQuoted = false
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (byte === lineFeed || byte === carriageReturn) break
    else if (candidates.has(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0] ?? 0x2c
}

const howToSave = "Save it as UTF-8; in Excel choose the file type “CSV UTF-8 (Comma delimited)”."

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const byteOrderMark = Buffer.from("\ufeff")

function* rowsOf(records: CsvRecords, headers: ReadonlyArray<string>): Generator<SheetRow> {
  const extent = new Extent(headers.length)
  let row = 1
  for (let record = records.next(); record !== null; record = records.next()) {
    row += 1
    const last = record.last()
    if (last === -1) continue
    if (last >= headers.length) {
      throw invalid(
        `Row ${row} has more cells than there are headers: ${quoted(record.textOf(last))} is in column ${last + 1}. ` +
          "A text with separators or line breaks stands in quotes."
      )
    }
    yield extent.counted(new CsvRow(row, record))
  }
}

/** Returns the table of a CSV file; all cells are texts. Throws `SheetFault`. */
export const read = (file: Uint8Array): Sheet => {
  if (isUtf16(file)) throw invalid(`The file is UTF-16, not UTF-8. ${howToSave}`)
  if (file.includes(0)) {
    // UTF-16 without a byte order mark contains NUL too.
    throw unsupported(`The file is neither a CSV file in UTF-8 nor a workbook: it has bytes of value 0. ${howToSave}`)
  }
  if (!isUtf8(file)) throw invalid(`The file is not UTF-8. ${howToSave}`)
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const start = byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length)) ? byteOrderMark.length : 0
  const records = new CsvRecords(bytes, start, separatorOf(bytes, start))
  const first = records.next()
  if (first === null) throw invalid("The file is empty.")
  const headers = headersOf(Array.from({ length: first.count }, (_, i) => unguarded(first.textOf(i))))
  return { format: "csv", headers, about: new Map(), rows: rowsOf(records, headers), merged: [] }
}
