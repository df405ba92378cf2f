import { limits } from "../../domain/Limits.ts"
import type { WrittenCell } from "./CellValue.ts"
import { trimmed, unescaped } from "./TextElements.ts"

// Spreadsheet programs write most rows in one form. Reading that form by regular expressions takes a fraction of the
// time of an XML parser. The parser reads everything else: other elements and attributes, character references, and
// characters that XML forbids.

/** A cell with its reference as it is in the sheet. */
interface PlainCell {
  readonly reference: string
  readonly written: WrittenCell
}

export interface PlainRow {
  readonly number: string
  readonly cells: ReadonlyArray<PlainCell>
  /** The position after the row. */
  readonly end: number
}

/** The prefix of an attribute that Excel adds to each row. */
export const prefix = "x14ac"
/** The attributes of rows in the order in which Excel and LibreOffice write them. */
const attributes = "spans s customFormat ht hidden customHeight outlineLevel collapsed".split(" ")
const opening = new RegExp(
  String.raw`<row r="(\d{1,7})"${attributes.map((name) => String.raw`(?: ${name}="[\w.: ]*")?`).join("")}` +
    String.raw`( ${prefix}:dyDescent="[\d.]*")?>`,
  "y"
)
// Characters with the same meaning in XML 1.0 and 1.1 that do not end a text. The parser limits texts that are longer
// than Excel allows.
const text = String.raw`[\t\n\x20-\x25\x27-\x3b=?-~\xa0-\u2027\u2029-\ufffd]{0,32767}`
const cell = new RegExp(
  String.raw`<c r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,5})")?(?: t="([A-Za-z]{1,9})")?(?:/>|>(?:<v>(${text})</v>|` +
    String.raw`<is><t( xml:space="preserve")?>(${text})</t></is>)?</c>)`,
  "y"
)
/** The tag that closes a row. */
export const closing = "</row>"

/**
 * Returns the row that begins at a position of a text, or null if it is not written in the plain form.
 *
 * @param isDeclared whether the sheet declares `prefix`, without which Excel's attribute is an error
 */
export const plainRowAt = (xml: string, start: number, isDeclared = false): PlainRow | null => {
  opening.lastIndex = start
  const [, number, ofExcel] = opening.exec(xml) ?? []
  if (number === undefined || (ofExcel !== undefined && !isDeclared)) return null
  const cells: Array<PlainCell> = []
  let at = opening.lastIndex
  while (!xml.startsWith(closing, at)) {
    cell.lastIndex = at
    const found = cell.exec(xml)
    // The parser refuses rows with too many cells.
    if (found === null || cells.length === limits.columnsOfTable.most) return null
    const [, reference, style, type = "n", value = null, preserves, inline] = found
    const inner = inline === undefined ? null : unescaped(preserves === undefined ? trimmed(inline) : inline)
    cells.push({ reference: reference!, written: { type, style, value, inline: inner, hasFormula: false } })
    at = cell.lastIndex
  }
  return { number, cells, end: at + closing.length }
}
