import type { Scalar } from "../../domain/products/Filter.ts"
import { JsonWriter } from "../../runtime/JsonWriter.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { type CellForm, cellWriter, lines } from "./CellBytes.ts"
import type { SheetBlock } from "./SheetBlock.ts"
import { pieceBytes, pieces } from "./TextPieces.ts"

export interface CsvOptions {
  /** The separator, one character. */
  readonly separator: string
  readonly decimal: "." | ","
  /** Whether the file begins with the mark by which Excel recognises UTF-8. */
  readonly bom: boolean
  /** Whether a header names the unit: `Width [Millimetre]`. */
  readonly unitsInHeader: boolean
}

/**
 * Matches texts that a spreadsheet takes for formulas, with any number of guards before them. A guard is set before
 * each of them, so that removing one guard always returns the original text.
 */
const formula = /^'*[=+\-@\t\r]/

/** Returns a text in a form that a spreadsheet reads as a text, whatever it begins with. */
const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Returns a line of texts as CSV with commas, guarded like the texts of a table; null is an empty cell. */
export const csvLine = (cells: ReadonlyArray<string | null>): string => {
  const cell = (text: string | null): string => {
    if (text === null) return ""
    const safe = guarded(text)
    return text === "" || /[",\r\n]/.test(safe) ? `"${safe.replaceAll(`"`, `""`)}"` : safe
  }
  return `${cells.map(cell).join(",")}\r\n`
}

/**
 * Generates a table as CSV: RFC 4180, with a `'` before each text that a spreadsheet would take for a formula. Null is
 * an empty cell and an empty text is `""`. A table of one column has `""` for both, because readers skip empty lines.
 *
 * Libraries encode every cell of every row; here the rows of a block that have one key share one encoded text, which is
 * several times as fast.
 */
export function* csv(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  { bom, decimal, separator, unitsInHeader }: CsvOptions
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const special = new RegExp(`["\\r\\n\\u{${separator.codePointAt(0)!.toString(16)}}]`, "u")
  const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll(`"`, `""`)}"` : text)
  const empty = columns.length === 1 ? `""` : ""
  const encode = (value: Scalar): string => {
    if (value === null) return empty
    if (typeof value === "string") return value === "" ? `""` : quoted(guarded(value))
    const text = decimal === "." || typeof value === "boolean" ? String(value) : String(value).replace(".", decimal)
    return text.includes(separator) ? `"${text}"` : text
  }
  const headerOf = ({ name, unit }: SheetColumn): string =>
    encode(unitsInHeader && unit !== null ? `${name} [${unit}]` : name)
  const formOf = (before: string): CellForm => ({
    encode: (value) => before + encode(value),
    beforeNumber: decimal === "." ? before : null
  })
  const forms = columns.map((_, i) => formOf(i === 0 ? "" : separator))
  const writer = new JsonWriter(pieceBytes)
  writer.raw((bom ? "\uFEFF" : "") + columns.map(headerOf).join(separator) + "\r\n")
  for (const block of blocks) {
    const cells = block.columns.map((column, i) => cellWriter(writer, column, block.rows, forms[i]!))
    yield* lines(writer, cells, block.rows, "\r\n")
  }
  yield* pieces(writer.take())
}
