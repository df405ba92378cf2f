import type { SheetColumn } from "../SheetColumn.ts"
import { lettersOf, xmlOf } from "./WorkbookText.ts"

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packages = "http://schemas.openxmlformats.org/package/2006"
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"

const relationships = (targets: ReadonlyArray<readonly [type: string, target: string]>): string => {
  const all = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${documents}/${type}" Target="${target}"/>`
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${all.join("")}</Relationships>`
}

const contentTypes = (notes: boolean): string =>
  `${head}<Types xmlns="${packages}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/>` +
  `<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${spreadsheet}.worksheet+xml"/>` +
  (notes ? `<Override PartName="/xl/comments1.xml" ContentType="${spreadsheet}.comments+xml"/>` : "") +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`

/** Cell style 1 is bold, for headers. */
const styles =
  `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>` +
  `</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/>` +
  `<bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>` +
  `</cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" ` +
  `fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" ` +
  `xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Returns the notes of header cells, which name the units of their columns. */
const comments = (columns: ReadonlyArray<SheetColumn>): string => {
  const list = columns.map(({ unit }, i) =>
    unit === null
      ? ""
      : `<comment ref="${lettersOf(i)}1" authorId="0"><text><t>Unit: ${xmlOf(unit)}</t></text></comment>`
  )
  return `${head}<comments xmlns="${main}"><authors><author>Plinth</author></authors><commentList>${list.join("")}</commentList></comments>`
}

/** Returns the boxes of the notes. Excel shows a note only if it has a box. */
const boxes = (columns: ReadonlyArray<SheetColumn>): string => {
  const shapes = columns.map(({ unit }, column) =>
    unit === null
      ? ""
      : `<v:shape id="n${column}" type="#note" style="position:absolute;width:108pt;height:20pt;visibility:hidden" ` +
        `fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox/>` +
        `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, 0, 2, ` +
        `${column + 3}, 15, 1, 10</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column>` +
        `</x:ClientData></v:shape>`
  )
  return (
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ` +
    `xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/>` +
    `</o:shapelayout><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">` +
    `<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join("")}</xml>`
  )
}

/** Returns whether header cells have notes. Excel repairs workbooks whose list of notes is empty. */
export const hasNotes = (columns: ReadonlyArray<SheetColumn>): boolean => columns.some(({ unit }) => unit !== null)

const noteParts = (columns: ReadonlyArray<SheetColumn>): ReadonlyArray<readonly [string, string]> => [
  [
    "xl/worksheets/_rels/sheet1.xml.rels",
    relationships([
      ["vmlDrawing", "../drawings/vmlDrawing1.vml"],
      ["comments", "../comments1.xml"]
    ])
  ],
  ["xl/comments1.xml", comments(columns)],
  ["xl/drawings/vmlDrawing1.vml", boxes(columns)]
]

/** Returns every part that does not depend on the rows, by its path. */
export const fixedParts = (columns: ReadonlyArray<SheetColumn>): ReadonlyArray<readonly [string, string]> => [
  ["[Content_Types].xml", contentTypes(hasNotes(columns))],
  ["_rels/.rels", relationships([["officeDocument", "xl/workbook.xml"]])],
  [
    "xl/_rels/workbook.xml.rels",
    relationships([
      ["worksheet", "worksheets/sheet1.xml"],
      ["worksheet", "worksheets/sheet2.xml"],
      ["styles", "styles.xml"]
    ])
  ],
  ["xl/styles.xml", styles],
  ...(hasNotes(columns) ? noteParts(columns) : [])
]

/** Returns the list of sheets. `filter` is the range of the first sheet that has a filter. */
export const workbookPart = (names: readonly [string, string], filter: string): string => {
  const [first, second] = names.map(xmlOf)
  return (
    `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${first}" sheetId="1" r:id="rId1"/>` +
    `<sheet name="${second}" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" ` +
    `localSheetId="0" hidden="1">'${first!.replaceAll("'", "''")}'!${filter.replaceAll(/[A-Z]+|\d+/g, "$$$&")}</definedName></definedNames></workbook>`
  )
}

/**
 * Returns the beginning of a sheet, before its first row: the first `frozen` rows stay in place, and columns have the
 * given widths in characters.
 */
export const sheetHead = (frozen: 0 | 1, widths: ReadonlyArray<number>): string =>
  `${head}<worksheet xmlns="${main}" xmlns:r="${documents}"><sheetViews><sheetView workbookViewId="0">` +
  (frozen === 0 ? "" : `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`) +
  `</sheetView></sheetViews><cols>` +
  widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join("") +
  `</cols><sheetData>`

/** Returns the end of a sheet. `filter` is the range that has a filter, or null. */
export const sheetTail = (filter: string | null, notes: boolean): string =>
  "</sheetData>" +
  (filter === null ? "" : `<autoFilter ref="${filter}"/>`) +
  (notes ? `<legacyDrawing r:id="rId1"/></worksheet>` : "</worksheet>")
