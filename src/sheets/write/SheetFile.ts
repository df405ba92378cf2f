import type { SheetColumn } from "../SheetColumn.ts"
import { arrow } from "./ArrowStream.ts"
import { csv, type CsvOptions } from "./Csv.ts"
import { ndjson } from "./Ndjson.ts"
import { parquet } from "./ParquetTable.ts"
import type { SheetBlock } from "./SheetBlock.ts"
import { workbook, type WorkbookOptions } from "./Workbook.ts"

export type SheetFormat = "csv" | "xlsx" | "parquet" | "arrow" | "ndjson"

/** The options of all formats. Each format uses those that concern it. */
export interface SheetOptions extends CsvOptions, WorkbookOptions {
  /** The number of rows, if it is known. Columns of Parquet and Arrow then reserve memory for no more. */
  readonly rows?: number
}

/**
 * Generates a flat table as a file, in pieces of at most about 1 MB. Memory is bounded by a block and by the unit that
 * the format collects: a row group of 100,000 rows in Parquet, a record batch in Arrow.
 *
 * Throws a `TypeError` if Parquet or Arrow cannot store a value in its column, and a `RangeError` if XLSX cannot hold
 * the table.
 */
export const write = (
  format: SheetFormat,
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  options: SheetOptions
): Generator<Uint8Array<ArrayBuffer>, void, undefined> => {
  switch (format) {
    case "csv":
      return csv(columns, blocks, options)
    case "ndjson":
      return ndjson(columns, blocks)
    case "xlsx":
      return workbook(columns, blocks, options)
    case "parquet":
      return parquet(columns, blocks, options.about, options.rows)
    case "arrow":
      return arrow(columns, blocks, options.about, options.rows)
  }
}
