import { strToU8, zipSync } from "fflate"
import { lettersOf, ofCell, xmlOf } from "../../../../sheets/write/WorkbookText.ts"

type Cell = string | number | null

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** Number of rows that stay on top. */
  readonly heads: number
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packages = "http://schemas.openxmlformats.org/package/2006"
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

const escaped = (text: string): string => xmlOf(ofCell(text))

const cellText = (cell: Cell, at: string): string => {
  if (cell === null) return ""
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : ""
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const sheetText = ({ heads, rows }: Sheet): string => {
  const lines = rows.map((row, n) => {
    const cells = row.map((cell, column) => cellText(cell, `${lettersOf(column)}${n + 1}`))
    return `<row r="${n + 1}">${cells.join("")}</row>`
  })
  const pane =
    heads === 0
      ? ""
      : `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${heads}" topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  return `${declaration}<worksheet xmlns="${spreadsheet}">${pane}<cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="64" width="18" customWidth="1"/></cols><sheetData>${lines.join("")}</sheetData></worksheet>`
}

/** Returns the bytes of a workbook (XLSX). Numbers are numbers, everything else is text: there are no formulas. */
export const workbook = (sheets: ReadonlyArray<Sheet>): Uint8Array<ArrayBuffer> => {
  const each = (textOf: (sheet: Sheet, number: number) => string) => sheets.map((one, n) => textOf(one, n + 1)).join("")
  const parts = {
    "[Content_Types].xml": `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${documents}"><sheets>${each(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${packages}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${documents}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(sheets.map((one, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetText(one)]))
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
