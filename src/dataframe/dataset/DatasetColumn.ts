import type { Chunk } from "../../parquet/ColumnChunk.ts"
import { CodeColumn, none } from "../../parquet/CodeColumn.ts"
import { NumberDictionary } from "../../parquet/NumberDictionary.ts"
import { TextDictionary } from "../../parquet/TextDictionary.ts"
import type { ColumnStatistics } from "../../iceberg/Manifest.ts"
import type { Column } from "../../iceberg/Table.ts"
import * as Bounds from "./Bounds.ts"

const nothing = { count: 0, bytes: new Uint8Array(0) }

/** One column of a data file: the rows of the current row group as codes, and statistics of all groups. */
export class DatasetColumn {
  readonly rows: CodeColumn
  readonly texts: TextDictionary | null
  readonly numbers: NumberDictionary | null
  private bounds: Bounds.Bounds | null = null
  private values = 0
  private nulls = 0
  private size = 0

  constructor(
    private readonly column: Column,
    rows: number
  ) {
    this.rows = new CodeColumn(rows)
    this.texts = column.type === "string" ? new TextDictionary() : null
    this.numbers = column.type === "double" ? new NumberDictionary(rows) : null
  }

  /** Returns the code of a value in the current group. */
  codeOf(value: string | number | boolean | null): number {
    if (value === null) return none
    if (typeof value === "string") return this.texts!.once(value)
    return typeof value === "number" ? this.numbers!.once(value) : Number(value)
  }

  add(value: string | number | boolean | null): void {
    this.rows.add(this.codeOf(value))
  }

  /** Assigns the same value to all rows before `count` that have none yet. */
  fill(value: string | null, count: number): void {
    if (count > this.rows.count) this.rows.repeat(this.codeOf(value), count - this.rows.count)
  }

  get textBytes(): number {
    return this.texts?.byteLength ?? 0
  }

  /** Returns the column of a row group to write, and adds it to the statistics. */
  chunk(): Chunk {
    const { column, numbers, rows, texts } = this
    const { name, required, type } = column
    const bounds =
      texts !== null
        ? Bounds.ofTexts(texts.bytes)
        : numbers !== null
          ? Bounds.ofNumbers(new Float64Array(numbers.bytes.buffer, 0, numbers.count))
          : Bounds.ofBooleans(rows.codes.subarray(0, rows.values))
    this.values += rows.count
    this.nulls += rows.count - rows.values
    this.bounds = Bounds.both(this.bounds, bounds)
    return {
      name,
      type: type === "string" ? "BYTE_ARRAY" : type === "double" ? "DOUBLE" : "BOOLEAN",
      optional: required !== true,
      column: rows,
      dictionary: texts ?? numbers ?? nothing,
      bounds: bounds === null ? null : Bounds.inParquet(type, bounds)
    }
  }

  /** Starts the next group, after this one took `size` bytes in the file. */
  next(size: number): void {
    this.size += size
    this.rows.clear()
    this.texts?.clear()
    this.numbers?.clear()
  }

  get statistics(): ColumnStatistics {
    const { bounds, column, nulls, size, values } = this
    return { id: column.id, size, values, nulls, bounds: bounds === null ? null : Bounds.inManifest(bounds) }
  }
}
