import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import { unguarded } from "./Guard.ts"
import { Extent, headersOf } from "./Headers.ts"
import type { Sheet, SheetRow } from "./Sheet.ts"
import { beyond, invalid, unsupported } from "./SheetFault.ts"

// No library is used: csv-parse and papaparse push rows or hold all of them, while these rows are taken one at a time
// with their numbers, and both let malformed quotes pass or count lines in place of rows.

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Splits text that arrives in pieces into records (RFC 4180; lines end in CR, LF or both). */
class Records {
  private state: "start" | "plain" | "quoted" | "behindQuote" = "start"
  private field = ""
  private fields: Array<string> = []
  private endedInReturn = false
  private count = 0
  /** The records that are complete. The reader removes them. */
  readonly done: Array<ReadonlyArray<string>> = []

  constructor(private readonly separator: number) {}

  push(text: string): void {
    let i = 0
    while (i < text.length) {
      const code = text.charCodeAt(i)
      if (this.endedInReturn) {
        this.endedInReturn = false
        if (code === lineFeed) {
          i += 1
          continue
        }
      }
      if (this.state === "quoted") i = this.takeQuoted(text, i)
      else if (code === quote && this.state !== "plain") {
        // The second of two quotes in a quoted text stands for one; the first of a field opens it.
        if (this.state === "behindQuote") this.field += `"`
        this.state = "quoted"
        i += 1
      } else if (code === this.separator || code === lineFeed || code === carriageReturn) {
        this.endField()
        if (code !== this.separator) this.endRecord(code)
        i += 1
      } else if (this.state === "behindQuote") {
        throw invalid(`Row ${this.count + 1} has text behind a closing quote. A quote in a text is written twice.`)
      } else i = this.takePlain(text, i)
    }
  }

  end(): void {
    if (this.state === "quoted") throw invalid(`Row ${this.count + 1} has a quote that is not closed.`)
    if (this.state === "start" && this.fields.length === 0) return
    this.endField()
    this.endRecord(lineFeed)
  }

  /** Takes the text of an unquoted field and returns the place behind it. */
  private takePlain(text: string, start: number): number {
    let end = start
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === this.separator || code === lineFeed || code === carriageReturn) break
    }
    this.field += text.slice(start, end)
    this.state = "plain"
    return end
  }

  /** Takes text up to the closing quote, or to the end of the piece, and returns the place behind it. */
  private takeQuoted(text: string, start: number): number {
    let end = text.indexOf(`"`, start)
    while (end !== -1 && text.charCodeAt(end + 1) === quote) end = text.indexOf(`"`, end + 2)
    if (end !== -1) this.state = "behindQuote"
    this.field += text.slice(start, end === -1 ? text.length : end).replaceAll(`""`, `"`)
    return end === -1 ? text.length : end + 1
  }

  private endField(): void {
    if (this.fields.length >= limits.columnsOfTable.most) throw beyond(limits.columnsOfTable)
    this.fields.push(this.field)
    this.field = ""
    this.state = "start"
  }

  private endRecord(code: number): void {
    this.endedInReturn = code === carriageReturn
    this.done.push(this.fields)
    this.fields = []
    this.count += 1
  }
}

const candidates = new Set([",", ";", "\t"])

/** Returns the candidate that occurs most often outside quotes in the first line, the first of several. */
const separatorOf = (text: string): string => {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const letter of text) {
    if (letter === `"`) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === "\n" || letter === "\r") break
    else if (candidates.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0] ?? ","
}

const pieceBytes = 64 * 1024

const howToSave = "Save it as UTF-8; in Excel choose the file type “CSV UTF-8 (Comma delimited)”."

function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for (let i = 0; i < bytes.length; i += pieceBytes) {
    const piece = bytes.subarray(i, i + pieceBytes)
    if (piece.includes(0)) throw unsupported("The file is neither a CSV file nor a workbook: it has bytes of value 0.")
    let text = ""
    try {
      text = decoder.decode(piece, { stream: i + pieceBytes < bytes.length })
    } catch {
      throw invalid(`The file is not UTF-8. ${howToSave}`)
    }
    yield text
  }
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

function* recordsOf(bytes: Uint8Array): Generator<ReadonlyArray<string>> {
  let records: Records | null = null
  // The first line decides on the separator. It may be longer than a piece.
  let head = ""
  for (const text of decoded(bytes)) {
    if (records === null) head += text
    if (records === null && !/[\r\n]/.test(text)) continue
    const isFirst: boolean = records === null
    records ??= new Records(separatorOf(head).charCodeAt(0))
    records.push(isFirst ? head : text)
    head = ""
    yield* records.done
    records.done.length = 0
  }
  records ??= new Records(separatorOf(head).charCodeAt(0))
  records.push(head)
  records.end()
  yield* records.done
}

function* rowsOf(records: Iterable<ReadonlyArray<string>>, headers: ReadonlyArray<string>): Generator<SheetRow> {
  const extent = new Extent(headers.length)
  let row = 1
  for (const fields of records) {
    row += 1
    const last = fields.findLastIndex((field) => field !== "")
    if (last === -1) continue
    if (last >= headers.length) {
      throw invalid(
        `Row ${row} has more cells than there are headers: ${quoted(fields[last]!)} is in column ${last + 1}. ` +
          "A text with separators or line breaks stands in quotes."
      )
    }
    yield extent.counted({
      row,
      cells: headers.map((_, i) => ((fields[i] ?? "") === "" ? null : unguarded(fields[i]!)))
    })
  }
}

/** Returns the table of a CSV file; all cells are texts. Throws `SheetFault`. */
export const read = (bytes: Uint8Array): Sheet => {
  if (isUtf16(bytes)) throw invalid(`The file is UTF-16, not UTF-8. ${howToSave}`)
  const records = recordsOf(bytes)
  const first = records.next()
  if (first.done === true) throw invalid("The file is empty.")
  const headers = headersOf(first.value.map(unguarded))
  return { format: "csv", headers, about: new Map(), rows: rowsOf(records, headers), merged: [] }
}
