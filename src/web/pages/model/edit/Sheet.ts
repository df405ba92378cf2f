/** How a sheet is taken back. */
export interface SheetOptions {
  /** Whether numbers in CSV have a decimal comma. */
  readonly hasDecimalComma: boolean
  /** Whether the sheet's values replace those that others have published since. */
  readonly isForced: boolean
  /** Whether a header `Set.Name` that names no field makes a new property. */
  readonly makesProperties: boolean
  /** Whether emptied cells are left as they are. */
  readonly ignoresEmpty: boolean
}

/** A table that the user has changed in a spreadsheet. */
export interface Sheet {
  readonly name: string
  readonly type: string
  readonly content: Blob
  readonly options: SheetOptions
}

const usual: SheetOptions = { hasDecimalComma: false, isForced: false, makesProperties: false, ignoresEmpty: false }

const csv = "text/csv"
const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Largest body of a request with a sheet, in bytes; larger sheets are uploaded first (contract section 14). */
const mostOfBody = 32 * 1024 * 1024

/** Returns whether a sheet has to be uploaded first. */
export const isLarge = ({ content }: Sheet): boolean => content.size > mostOfBody

/** Files that can be taken back, for the browser's file dialog. */
export const offered = ".xlsx,.csv"

/** Returns whether a sheet is CSV. */
export const isCsv = ({ type }: Sheet): boolean => type === csv

/**
 * Reads a file at once, because the browser cannot send it if the spreadsheet program saves it again meanwhile. Its
 * name says what it is: browsers report other media types for CSV. Rejects if the file cannot be read.
 */
export const readSheet = async (file: File, options: SheetOptions = usual): Promise<Sheet> => ({
  name: file.name,
  type: file.name.toLowerCase().endsWith(".xlsx") ? workbook : csv,
  content: new Blob([await file.arrayBuffer()]),
  options
})

/** Returns the path, below a model, that takes a sheet back. */
export const sheetPath = (sheet: Sheet, isDryRun: boolean): string => {
  const { hasDecimalComma, ignoresEmpty, isForced, makesProperties } = sheet.options
  const parameters = new URLSearchParams({
    dryRun: String(isDryRun),
    ...(isCsv(sheet) && hasDecimalComma && { decimal: "," }),
    ...(isForced && { force: "true" }),
    ...(makesProperties && { create: "true" }),
    ...(ignoresEmpty && { empty: "ignore" })
  })
  return `/products/table?${parameters.toString()}`
}
