import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { longForm, longRows } from "./LongForm.ts"
import type { ProductTable } from "./ProductTable.ts"

/** Rows of one row group: readers skip or fetch a group as a whole. */
const groupRows = 100_000

/** What is sorted by: readers tell from the least and greatest values of a group whether they need it. */
const sorted = new Set(["propertySet", "property"])

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const

/** Bytes that follow those before, and how much of the file is written with them, from 0 to 1. */
export interface ParquetPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fraction: number
}

/**
 * The long form of a table as one Parquet file, part after part, so that only one row group is in memory at a time.
 *
 * Gives:  the columns `product`, `propertySet`, `property`, `text` and `number` as `LongRows` describes them, sorted by
 *         set, property and product, compressed with Zstandard; texts that repeat are dictionaries.
 * Source: Apache Parquet Format 2.
 */
export function* parquet(table: ProductTable): Generator<ParquetPart, void, undefined> {
  const bytes = new ByteWriter()
  const taken = (): Uint8Array<ArrayBuffer> => {
    const part = new Uint8Array(bytes.getBytes())
    bytes.index = 0
    return part
  }
  const file = new ParquetWriter({
    writer: bytes,
    createdBy: "Plinth",
    codec: "ZSTD",
    compressors: { ZSTD: (page) => Bun.zstdCompressSync(page, { level: 1 }) },
    schema: [
      { name: "root", num_children: 5 },
      { name: "product", ...text, repetition_type: "REQUIRED" },
      { name: "propertySet", ...text, repetition_type: "OPTIONAL" },
      { name: "property", ...text, repetition_type: "REQUIRED" },
      { name: "text", ...text, repetition_type: "OPTIONAL" },
      { name: "number", type: "DOUBLE", repetition_type: "OPTIONAL" }
    ]
  })
  const total = longRows(table)
  let written = 0
  for (const rows of longForm(table, groupRows)) {
    const columnData = Object.entries(rows).map(([name, data]) => ({
      name,
      data: data as Array<string | number | null>,
      statistics: sorted.has(name)
    }))
    void file.write({ columnData, rowGroupSize: groupRows })
    written += rows.product.length
    yield { bytes: taken(), fraction: written / total }
  }
  void file.finish()
  yield { bytes: taken(), fraction: 1 }
}
