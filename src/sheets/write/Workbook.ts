import type { Scalar } from "../../domain/products/Filter.ts"
import { aboutSheet, cutKey, unitKey } from "../About.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { type BlockColumn, cellTexts, type SheetBlock } from "./SheetBlock.ts"
import { encoded, textLength } from "./TextPieces.ts"
import { fixedParts, hasNotes, sheetHead, sheetTail, workbookPart } from "./WorkbookParts.ts"
import { lettersOf, mostOfCell, ofCell, xmlOf } from "./WorkbookText.ts"
import { zipped } from "./ZipFile.ts"

export interface WorkbookOptions {
  /** The name of the sheet of the table. */
  readonly sheet: string
  /** The first rows of the sheet `About`. */
  readonly about: ReadonlyArray<readonly [key: string, value: string]>
}

/** The most rows of a sheet, header included, and the most columns. */
const [mostRows, mostColumns] = [1_048_576, 16_384]

/** Widths of columns in characters. They are derived from the header and the first rows. */
const [leastWidth, mostWidth, rowsOfWidth] = [8, 50, 100]

/** Returns the XML of a cell after its reference. Returns "" for null. */
const cellOf = (value: Scalar): string => {
  if (value === null) return ""
  if (typeof value === "number") return `"><v>${value}</v></c>`
  if (typeof value === "boolean") return `" t="b"><v>${value ? 1 : 0}</v></c>`
  const text = ofCell(value)
  const space = /^\s|[\n\t]|\s$/.test(text) ? ` xml:space="preserve"` : ""
  return `" t="inlineStr"><is><t${space}>${xmlOf(text)}</t></is></c>`
}

const widthsOf = (columns: ReadonlyArray<SheetColumn>, first: SheetBlock | undefined): ReadonlyArray<number> =>
  columns.map(({ name }, i) => {
    // The button of the filter covers about three characters.
    let width = Math.max(leastWidth, name.length + 3)
    const column = first?.columns[i]
    for (let row = 0; column !== undefined && row < Math.min(first!.rows, rowsOfWidth); row++) {
      const value = column.valueOf(column.keys[row]!)
      if (value !== null) width = Math.max(width, String(value).length + 1)
    }
    return Math.min(width, mostWidth)
  })

/**
 * Generates the XML of the table's sheet. Calls `cut` with the reference and column of each cell whose text was cut.
 * Returns the range of the filter.
 */
function* tableSheet(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  cut: (cell: string, column: string) => void
): Generator<string, string, undefined> {
  const opens = columns.map((_, i) => `<c r="${lettersOf(i)}`)
  const headers = columns.map(({ name }, i) => `${opens[i]}1" s="1${cellOf(name)}`).join("")
  const begin = (first?: SheetBlock): string => `${sheetHead(1, widthsOf(columns, first))}<row r="1">${headers}</row>`
  let number = 0
  for (const block of blocks) {
    if (number === 0) {
      yield begin(block)
      number = 1
    }
    if (number + block.rows > mostRows) throw new RangeError(`A sheet has at most ${mostRows} rows`)
    const cells = block.columns.map((column) => cellTexts(column, block.rows, cellOf))
    let text = ""
    for (let row = 0; row < block.rows; row++) {
      number++
      text += `<row r="${number}">`
      for (let i = 0; i < cells.length; i++) {
        const cell = cells[i]!(row)
        if (cell === "") continue
        text += opens[i]! + number + cell
        if (cell.length > mostOfCell && isCut(block.columns[i]!, row)) cut(lettersOf(i) + number, columns[i]!.name)
      }
      text += "</row>"
      if (text.length < textLength) continue
      yield text
      text = ""
    }
    yield text
  }
  if (number === 0) yield begin()
  const range = `A1:${lettersOf(columns.length - 1)}${Math.max(number, 1)}`
  yield sheetTail(range, hasNotes(columns))
  return range
}

const isCut = ({ keys, valueOf }: BlockColumn, row: number): boolean => {
  const value = valueOf(keys[row]!)
  return typeof value === "string" && value.length > mostOfCell
}

/**
 * Generates a table as a workbook of two sheets: the table with a frozen header, column widths, a filter and units in
 * notes of the header cells, and `About`. No cell is a formula.
 *
 * The XML is written here because hucre 1.0 (streams one sheet) and exceljs 4.4 (no bounded memory) are asynchronous
 * and need a fifth of openpyxl's time, more than three times as much as this. Texts are inline in their cells: the file
 * is about as large as with a table of shared texts, which would have to be kept in memory until the end.
 *
 * Throws a `RangeError` if a sheet cannot hold the table.
 */
export const workbook = (
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  { about, sheet }: WorkbookOptions
): Generator<Uint8Array<ArrayBuffer>, void, undefined> => {
  if (columns.length > mostColumns) throw new RangeError(`A sheet has at most ${mostColumns} columns`)
  const cuts: Array<readonly [string, string]> = []
  let filter = ""
  function* first(): Generator<string, void, undefined> {
    filter = yield* tableSheet(columns, blocks, (cell, column) => cuts.push([cutKey(cell), column]))
  }
  function* second(): Generator<string, void, undefined> {
    yield sheetHead(0, [leastWidth * 4, mostWidth * 2])
    const units = columns.flatMap(({ name, unit }) => (unit === null ? [] : [[unitKey(name), unit] as const]))
    for (const [i, [key, value]] of [...about, ...units, ...cuts].entries()) {
      yield `<row r="${i + 1}"><c r="A${i + 1}${cellOf(key)}<c r="B${i + 1}${cellOf(value)}</row>`
    }
    yield sheetTail(null, false)
  }
  function* files(): Generator<readonly [string, Iterable<Uint8Array>], void, undefined> {
    for (const [path, xml] of fixedParts(columns)) yield [path, [Buffer.from(xml)]]
    yield ["xl/worksheets/sheet1.xml", encoded(first())]
    yield ["xl/worksheets/sheet2.xml", encoded(second())]
    yield ["xl/workbook.xml", [Buffer.from(workbookPart([sheet, aboutSheet], filter))]]
  }
  return zipped(files())
}
