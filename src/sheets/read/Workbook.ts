import { aboutSheet } from "../About.ts"
import type { Parts } from "./Parts.ts"
import { type Relationship, relationshipsOf } from "./Relationships.ts"
import { invalid, unsupported } from "./SheetFault.ts"
import * as Xml from "./Xml.ts"

export interface Workbook {
  /** Whether days are counted from 1904 instead of 1900. */
  readonly isFrom1904: boolean
  /** The part of the sheet with the table. */
  readonly table: string
  /** The parts that the workbook may lack. */
  readonly about: string | undefined
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
}

interface ListedSheet {
  readonly name: string
  readonly isVisible: boolean
  readonly part: string
}

const isTrue = (text: string | undefined): boolean => text === "1" || text === "true"

/** Returns the part of the workbook itself. Throws `SheetFault` for archives of other kinds. */
const workbookPart = (parts: Parts): string => {
  if (parts.has("xl/workbook.bin")) {
    throw unsupported("Binary workbooks (.xlsb) are not read. Save it as an Excel workbook (.xlsx) or as CSV.")
  }
  if (parts.has("mimetype") && parts.has("content.xml")) {
    throw unsupported("OpenDocument files (.ods) are not read. Save it as an Excel workbook (.xlsx) or as CSV.")
  }
  const part = relationshipsOf(parts, "").find(({ kind }) => kind === "officeDocument")?.target
  if (part === undefined) throw unsupported("The archive holds no Excel workbook (.xlsx).")
  return part
}

/**
 * Finds the parts of the workbook that are read. Throws `SheetFault` if it is not a workbook, or has no visible sheet.
 */
export const workbookOf = (parts: Parts): Workbook => {
  const part = workbookPart(parts)
  const relationships = relationshipsOf(parts, part)
  const byId = new Map(relationships.map((relationship): [string, Relationship] => [relationship.id, relationship]))
  const sheets: Array<ListedSheet> = []
  let isWorkbook = false
  let isFrom1904 = false
  Xml.parseAll(part, parts.read(part), {
    open: (element, attributes) => {
      if (element === "workbook") isWorkbook = true
      if (element === "workbookPr") isFrom1904 = isTrue(attributes("date1904"))
      if (element !== "sheet") return
      const relationship = byId.get(attributes("id", "/relationships") ?? "")
      // Charts and dialogs are sheets of other kinds.
      if (relationship?.kind !== "worksheet") return
      const isVisible = (attributes("state") ?? "visible") === "visible"
      sheets.push({ name: attributes("name") ?? "", isVisible, part: relationship.target })
    },
    close: () => {},
    text: () => {}
  })
  if (!isWorkbook) throw unsupported("The archive holds no Excel workbook (.xlsx).")
  const about = sheets.find(({ name }) => name === aboutSheet)
  const table =
    sheets.find(({ name }) => name === "Products") ?? sheets.find((sheet) => sheet.isVisible && sheet !== about)
  if (table === undefined) throw invalid("The workbook has neither a sheet Products nor another visible one.")
  const partOf = (wanted: string) => relationships.find(({ kind }) => kind === wanted)?.target
  return {
    isFrom1904,
    table: table.part,
    about: about?.part,
    sharedStrings: partOf("sharedStrings"),
    styles: partOf("styles")
  }
}
