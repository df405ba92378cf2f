/** A table that the user has changed in a spreadsheet. */
export interface Sheet {
  readonly name: string
  readonly type: string
  readonly content: Blob
  /** Whether numbers in CSV have a decimal comma. */
  readonly hasDecimalComma: boolean
}

const csv = "text/csv"
const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Files that can be taken back, for the browser's file dialog. */
export const offered = ".xlsx,.csv"

/** Returns whether a sheet is CSV. */
export const isCsv = ({ type }: Sheet): boolean => type === csv

/**
 * Reads a file at once, because the browser cannot send it if the spreadsheet program saves it again meanwhile. Its
 * name says what it is: browsers report other media types for CSV. Rejects if the file cannot be read.
 */
export const readSheet = async (file: File): Promise<Sheet> => ({
  name: file.name,
  type: file.name.toLowerCase().endsWith(".xlsx") ? workbook : csv,
  content: new Blob([await file.arrayBuffer()]),
  hasDecimalComma: false
})

/** Returns the path, below a model, that takes a sheet back. */
export const sheetPath = (sheet: Sheet, isDryRun: boolean): string =>
  `/products/table?dryRun=${isDryRun}${isCsv(sheet) && sheet.hasDecimalComma ? "&decimal=," : ""}`
