import { strToU8, zipSync } from "fflate"
import * as Either from "effect/Either"
import { readSheet } from "../ReadSheet.ts"
import type { Sheet } from "../Sheet.ts"
import { SheetFault } from "../SheetFault.ts"

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

export const relationships = (of: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of}</Relationships>`

export const relationship = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`

/** Returns the XML of a sheet with this content of `sheetData`. */
export const sheetXml = (data: string): string =>
  `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`

export const sharedXml = (items: string): string => `<sst xmlns="${main}">${items}</sst>`

/** Returns the XML of styles with these number formats and the formats of cells that refer to them. */
export const stylesXml = (formats: Readonly<Record<number, string>>, cells: ReadonlyArray<number>): string => {
  const own = Object.entries(formats).map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  const all = cells.map((id) => `<xf numFmtId="${id}"/>`)
  return (
    `<styleSheet xmlns="${main}"><numFmts>${own.join("")}</numFmts>` +
    `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${all.join("")}</cellXfs></styleSheet>`
  )
}

/** Returns the XML of a workbook with these sheets, each `[name, relationship, attributes]`. */
export const workbookXml = (
  sheets: ReadonlyArray<readonly [name: string, id: string, attributes?: string]>,
  before = ""
): string => {
  const all = sheets.map(
    ([name, id, more = ""], i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="${id}" ${more}/>`
  )
  return `<workbook xmlns="${main}" xmlns:r="${types}">${before}<sheets>${all.join("")}</sheets></workbook>`
}

/** Returns the parts of a workbook with one sheet. */
export const partsOf = (data: string): Record<string, string> => ({
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": relationships(relationship("r1", "officeDocument", "xl/workbook.xml")),
  "xl/workbook.xml": workbookXml([["Sheet1", "s1"]]),
  "xl/_rels/workbook.xml.rels": relationships(
    relationship("s1", "worksheet", "worksheets/sheet1.xml") +
      relationship("t", "sharedStrings", "sharedStrings.xml") +
      relationship("f", "styles", "styles.xml")
  ),
  "xl/worksheets/sheet1.xml": sheetXml(data)
})

/** Returns a header cell, in row 1, as an inline text. */
export const header = (...names: ReadonlyArray<string>): string =>
  `<row r="1">${names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("")}</row>`

/** Returns a ZIP archive of these parts. A part that is undefined is left out. */
export const archiveOf = (parts: Readonly<Record<string, string | Uint8Array | undefined>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).flatMap(([name, content]) =>
        content === undefined ? [] : [[name, typeof content === "string" ? strToU8(content) : content]]
      )
    )
  )

/** Returns the sheet of a file. Throws the `SheetFault` if it cannot be read. */
export const sheetOf = (bytes: Uint8Array, fileName?: string): Sheet =>
  Either.getOrThrowWith(readSheet(bytes, fileName === undefined ? {} : { fileName }), (fault) => fault)

/** Returns the rows of a sheet, each its number and then its cells. */
export const rowsOf = (sheet: Sheet): ReadonlyArray<ReadonlyArray<unknown>> =>
  Array.from(sheet.rows, (row) => [row.row, ...sheet.headers.map((_, i) => row.at(i))])

/** Returns kind and sentence of the fault of a file, whether it is found at once or while the rows are read. */
export const faultOf = (bytes: Uint8Array, fileName?: string): Pick<SheetFault, "kind" | "details"> => {
  try {
    for (const _ of sheetOf(bytes, fileName).rows);
  } catch (error) {
    if (error instanceof SheetFault) return { kind: error.kind, details: error.details }
    throw error
  }
  throw new Error("The file was read.")
}
