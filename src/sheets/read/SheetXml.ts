import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import { type CellContext, valueOf, type WrittenCell } from "./CellValue.ts"
import type { Parts } from "./Parts.ts"
import { closing, plainRowAt, prefix } from "./PlainRow.ts"
import type { MergedCells, SheetCell } from "./Sheet.ts"
import { beyond, invalid, unsupported } from "./SheetFault.ts"
import { TextElements } from "./TextElements.ts"
import * as Xml from "./Xml.ts"

/** The cells of a row that have a value, in ascending order of columns, which are counted from 0. */
export interface SparseRow {
  readonly row: number
  readonly columns: ReadonlyArray<number>
  readonly cells: ReadonlyArray<SheetCell>
}

const reference = /^([A-Z]{1,3})([1-9]\d{0,6})$/

/** Returns the column, counted from 0, and the row of a reference such as `AB12`. */
const placeOf = (text: string): readonly [column: number, row: number] => {
  const [, letters, digits] = reference.exec(text) ?? []
  if (letters === undefined) throw invalid(`The sheet has a cell with the reference ${quoted(text)}.`)
  let column = 0
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 64
  return [column - 1, Number(digits)]
}

const noCell: WrittenCell = { type: "n", style: undefined, value: null, inline: null, hasFormula: false }

/** Collects the rows of a sheet. Rows without a number, and cells without a reference, follow the one before. */
class Rows implements Xml.XmlHandler {
  private isSheet = false
  private declaresPrefix = false
  private isInData = false
  private row = 0
  private column = -1
  private columns: Array<number> = []
  private cells: Array<SheetCell> = []
  private cell: { -readonly [K in keyof WrittenCell]: WrittenCell[K] } = { ...noCell }
  private isInCell = false
  private isInValue = false
  private inline: TextElements | null = null
  /** The rows that are complete. The reader removes them. */
  readonly done: Array<SparseRow> = []

  constructor(
    private readonly context: CellContext,
    private readonly merged: Array<MergedCells>
  ) {}

  open(element: string, attributes: Xml.Attributes): void {
    if (!this.isSheet) {
      if (element !== "worksheet") throw unsupported("The first sheet of the workbook is no worksheet.")
      this.isSheet = true
      this.declaresPrefix = attributes(`xmlns:${prefix}`) !== undefined
    }
    if (this.inline !== null) this.inline.open(element, attributes)
    else if (element === "sheetData") this.isInData = true
    else if (element === "mergeCell" && !this.isInData) this.addMerged(attributes("ref"))
    else if (!this.isInData) return
    else if (element === "row") this.openRow(attributes("r"))
    else if (element === "c") this.openCell(attributes)
    else if (!this.isInCell) return
    else if (element === "v") {
      this.isInValue = true
      this.cell.value ??= ""
    } else if (element === "f") this.cell.hasFormula = true
    else if (element === "is") this.inline = new TextElements()
  }

  close(element: string): void {
    if (element === "is" && this.inline !== null) {
      this.cell.inline = this.inline.take()
      this.inline = null
    } else if (this.inline !== null) this.inline.close(element)
    else if (element === "v") this.isInValue = false
    else if (element === "c" && this.isInCell) this.closeCell()
    else if (element === "row" && this.isInData) this.closeRow()
    else if (element === "sheetData") this.isInData = false
  }

  text(text: string): void {
    if (this.inline !== null) this.inline.text(text)
    else if (this.isInValue) this.cell.value += text
    else return
    const { length } = this.inline ?? this.cell.value!
    if (length > limits.textOfWorkbook.most) throw beyond(limits.textOfWorkbook)
  }

  /**
   * Reads the rows in the plain form from a position of a text on. Returns the position of the first row in another
   * form, or of the end of the text.
   */
  plain(xml: string, start: number): number {
    let at = start
    if (!this.isInData || this.inline !== null || this.isInCell) return at
    for (;;) {
      const row = plainRowAt(xml, at, this.declaresPrefix)
      if (row === null) return at
      this.openRow(row.number)
      for (const { reference, written } of row.cells) {
        this.moveTo(reference)
        this.add(written)
      }
      this.closeRow()
      at = row.end
    }
  }

  private addMerged(range = ""): void {
    if (this.merged.length === limits.mergedCellsOfTable.most) throw beyond(limits.mergedCellsOfTable)
    const [first, last] = range.split(":", 2)
    const [firstColumn, firstRow] = placeOf(first!)
    const [lastColumn, lastRow] = placeOf(last ?? first!)
    this.merged.push({ firstRow, lastRow, firstColumn, lastColumn })
  }

  private openRow(written: string | undefined): void {
    const row = written === undefined ? this.row + 1 : Number(written)
    if (!Number.isSafeInteger(row) || row < 1) throw invalid(`The sheet has a row with the number ${quoted(written!)}.`)
    if (row <= this.row) throw invalid(`The sheet has row ${row} twice, or behind row ${this.row}.`)
    if (row > limits.rowsOfTable.most) throw beyond(limits.rowsOfTable)
    this.row = row
    this.column = -1
    this.columns = []
    this.cells = []
  }

  private openCell(attributes: Xml.Attributes): void {
    this.moveTo(attributes("r"))
    this.cell = { ...noCell, type: attributes("t") ?? "n", style: attributes("s") }
    this.isInCell = true
  }

  private moveTo(written: string | undefined): void {
    const [column, row] = written === undefined ? [this.column + 1, this.row] : placeOf(written)
    if (row !== this.row) throw invalid(`Row ${this.row} of the sheet has the cell ${written} of another row.`)
    if (column <= this.column) throw invalid(`Row ${row} of the sheet has the cell ${written} twice, or not in order.`)
    if (column >= limits.columnsOfTable.most) throw beyond(limits.columnsOfTable)
    this.column = column
  }

  private closeCell(): void {
    this.isInCell = false
    this.add(this.cell)
  }

  private add(cell: WrittenCell): void {
    const value = valueOf(cell, this.context)
    if (value === null) return
    this.columns.push(this.column)
    this.cells.push(value)
  }

  private closeRow(): void {
    if (this.columns.length > 0) this.done.push({ row: this.row, columns: this.columns, cells: this.cells })
  }
}

/**
 * Returns the rows of a sheet that have a value, as they are read. The ranges of merged cells, which follow the rows, are
 * added to `merged`. Throws `SheetFault`.
 */
export function* rowsOf(
  parts: Parts,
  part: string,
  context: CellContext,
  merged: Array<MergedCells> = []
): Generator<SparseRow> {
  const rows = new Rows(context, merged)
  const plain = { inside: "sheetData", closing, take: (xml: string, start: number) => rows.plain(xml, start) }
  for (const _ of Xml.parse(part, parts.read(part), rows, plain)) {
    yield* rows.done
    rows.done.length = 0
  }
}
