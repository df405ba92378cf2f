import type { DatasetTable } from "../../domain/dataset/DatasetTables.ts"
import type { DataFile } from "../../iceberg/Manifest.ts"
import { parquetSchemaOf } from "../../iceberg/Table.ts"
import { groupRows, ParquetFile } from "../../parquet/ParquetFile.ts"
import { DatasetColumn } from "./DatasetColumn.ts"

/** Facts about a data file that a table keeps besides its path. */
type FileFacts = Omit<DataFile, "path" | "partition">

/** The size of distinct texts at which a row group ends, in bytes. */
const mostTextBytes = 32 * 1024 * 1024
const rowsOfLook = 64
/**
 * The compression level of Zstandard. Files are a tenth smaller than at the fastest level, and equally fast to read.
 */
const level = 6

/** Writes a data file of a table of the dataset by row groups. */
export class DatasetFile<Names extends string = string> {
  readonly columns: Readonly<Record<Names, DatasetColumn>>
  /** The number of the current row group. Codes of values are valid in one group only. */
  group = 0
  private readonly list: ReadonlyArray<DatasetColumn>
  private readonly file: ParquetFile
  private readonly splits: Array<number> = []
  private rows = 0
  private bytes = 0

  constructor(table: DatasetTable) {
    const columns = table.columns.map((column) => [column.name, new DatasetColumn(column, groupRows)] as const)
    this.columns = Object.fromEntries(columns) as Record<Names, DatasetColumn>
    this.list = columns.map(([, column]) => column)
    this.file = new ParquetFile(parquetSchemaOf(table), [], level)
  }

  /** Returns whether the group must end before another row. The size of the texts is checked only every few rows. */
  isFull(rows: number): boolean {
    if (rows >= groupRows) return true
    return rows % rowsOfLook === 0 && this.list.reduce((sum, { textBytes }) => sum + textBytes, 0) >= mostTextBytes
  }

  /** Returns the bytes of the current group, whose columns all have the same number of rows, and starts the next. */
  flush(): Uint8Array<ArrayBuffer> {
    const { count } = this.list[0]!.rows
    const bytes = this.file.group(
      count,
      this.list.map((column) => column.chunk())
    )
    const { sizes, start } = this.file.lastGroup
    for (const [i, column] of this.list.entries()) column.next(sizes[i]!)
    this.splits.push(start)
    this.rows += count
    this.bytes += bytes.length
    this.group++
    return bytes
  }

  /** Returns the last bytes of the file. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = this.file.finish()
    this.bytes += bytes.length
    return bytes
  }

  get facts(): FileFacts {
    const { bytes, list, rows, splits } = this
    return { rows, bytes, columns: list.map(({ statistics }) => statistics), splits }
  }
}
