import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { compareCodePoints } from "../../domain/Text.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { type Chunk, writeChunk } from "./ColumnChunk.ts"
import { longForm, longRows } from "./LongForm.ts"
import type { RowGroup } from "./RowGroup.ts"
import type { TextDictionary } from "./TextDictionary.ts"

/** Rows of one row group: readers skip or fetch a group as a whole. */
const groupRows = 100_000

/** A row group ends when its distinct texts have come to so many bytes: writer and reader hold them at once. */
const groupTextBytes = 32 * 1024 * 1024

/** The same where those of one property alone are more. */
const columnTextBytes = 256 * 1024 * 1024

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const

/** The columns: those of `RowGroup`. */
export const schema = [
  { name: "root", num_children: 5 },
  { name: "product", ...text, repetition_type: "REQUIRED" },
  { name: "propertySet", ...text, repetition_type: "OPTIONAL" },
  { name: "property", ...text, repetition_type: "REQUIRED" },
  { name: "text", ...text, repetition_type: "OPTIONAL" },
  { name: "number", type: "DOUBLE", repetition_type: "OPTIONAL" }
] as const satisfies ParquetWriter["schema"]

/** Bytes that follow those before, and how much of the file is written with them, from 0 to 1. */
export interface ParquetPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fraction: number
}

const boundsOf = ({ texts }: TextDictionary): Chunk["bounds"] => {
  const sorted = Array.from(texts).sort(compareCodePoints)
  return sorted.length === 0 ? null : { min_value: sorted[0]!, max_value: sorted.at(-1)! }
}

/** The columns of a group, in the order of the schema; what it is sorted by has bounds. */
const chunksOf = (group: RowGroup): ReadonlyArray<Chunk> => {
  const { columns, product, property, propertySet } = group
  const texts = { type: "BYTE_ARRAY", bounds: null } as const
  return [
    { ...texts, name: "product", optional: false, column: columns.product, dictionary: product },
    { ...texts, name: "propertySet", optional: true, column: columns.propertySet, dictionary: propertySet, bounds: boundsOf(propertySet) }, // prettier-ignore
    { ...texts, name: "property", optional: false, column: columns.property, dictionary: property, bounds: boundsOf(property) }, // prettier-ignore
    { ...texts, name: "text", optional: true, column: columns.text, dictionary: group.text },
    { name: "number", type: "DOUBLE", bounds: null, optional: true, column: columns.number, dictionary: group.number }
  ]
}

/**
 * The long form of a table as one Parquet file, part after part, so that only one row group is in memory at a time.
 *
 * Gives:  the columns `product`, `propertySet`, `property`, `text` and `number` as `RowGroup` describes them, sorted by
 *         set, property and product, compressed with Zstandard; values that repeat are dictionaries.
 * Source: Apache Parquet Format 2.
 */
export function* parquet(table: ProductTable): Generator<ParquetPart, void, undefined> {
  const bytes = new ByteWriter()
  const taken = (): Uint8Array<ArrayBuffer> => {
    const part = new Uint8Array(bytes.getBytes())
    bytes.index = 0
    return part
  }
  // It writes the head and the end. The pages are written here, out of the table's own codes.
  const file = new ParquetWriter({
    writer: bytes,
    createdBy: "Plinth",
    codec: "ZSTD",
    schema: [...schema]
  })
  const most = { rows: groupRows, textBytes: groupTextBytes, columnBytes: columnTextBytes }
  const total = longRows(table)
  let written = 0
  for (const group of longForm(table, most)) {
    const start = bytes.offset
    const columns = chunksOf(group).map((chunk) => writeChunk(bytes, chunk))
    const sizes = columns.map(({ meta_data }) => meta_data!.total_uncompressed_size)
    file.row_groups.push({
      columns,
      num_rows: BigInt(group.count),
      total_byte_size: sizes.reduce((sum, size) => sum + size, 0n),
      total_compressed_size: BigInt(bytes.offset - start)
    })
    file.num_rows += BigInt(group.count)
    written += group.count
    yield { bytes: taken(), fraction: written / total }
  }
  void file.finish()
  yield { bytes: taken(), fraction: 1 }
}
