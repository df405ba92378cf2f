/** The value of a cell. An object contains the reason, in one sentence, why the value cannot be read. */
export type SheetCell = string | number | boolean | null | { readonly fault: string }

export interface SheetRow {
  /** The number of the row in the spreadsheet; the header is row 1. */
  readonly row: number
  /** Returns the cell of a column, counted from 0; null if the row has none. */
  readonly at: (column: number) => SheetCell
}

/** Cells that are merged into the first of them. Rows are those of the spreadsheet, columns count from 0. */
export interface MergedCells {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export interface Sheet {
  readonly format: "csv" | "xlsx"
  /** The texts of the first row. Those of columns without a header are empty. No other text occurs twice. */
  readonly headers: ReadonlyArray<string>
  /** The second column of the sheet `About` by its first column. Empty for CSV. */
  readonly about: ReadonlyMap<string, string>
  /**
   * The rows below the header that have a value, in the order of the file. They are read on demand and only once. The
   * iterator throws a `SheetFault` if it reaches an unreadable part.
   */
  readonly rows: Iterable<SheetRow>
  /** The merged cells. They are complete after all rows have been read. */
  readonly merged: ReadonlyArray<MergedCells>
}
