import type { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { writePageHeader } from "hyparquet-writer/src/datapage.js"
import { hybrid, widthOf } from "./Hybrid.ts"
import type { CodeColumn } from "./CodeColumn.ts"

/** The metadata of one column of a row group in the footer of a file. */
type ColumnChunk = ParquetWriter["row_groups"][number]["columns"][number]

type Value = string | number | boolean

/** One column of a row group to write. */
export interface Chunk {
  readonly name: string
  readonly type: "BYTE_ARRAY" | "DOUBLE" | "INT64" | "BOOLEAN"
  /** Whether rows may have no value. */
  readonly optional: boolean
  readonly column: CodeColumn
  /** The distinct values in the order of their codes, in PLAIN encoding. Booleans have none: their codes are 0 and 1. */
  readonly dictionary: { readonly count: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The least and the greatest value, which let readers skip row groups. */
  readonly bounds: { readonly min_value: Value; readonly max_value: Value } | null
}

/** The level of Zstandard that is quick. Files that are kept for long and read often may have a higher one. */
export const quickLevel = 1

const nothing = new Uint8Array(0)

/** Returns the values of all rows one after another, for booleans and for numbers that a dictionary makes no smaller. */
const plainOf = ({ column, dictionary, type }: Chunk): Uint8Array<ArrayBuffer> => {
  const { codes, values } = column
  if (type === "BOOLEAN") {
    const bits = new Uint8Array((values + 7) >>> 3)
    for (let i = 0; i < values; i++) bits[i >>> 3]! |= codes[i]! << (i & 7)
    return bits
  }
  // Numbers are copied as two words, because an integer read as a double could change.
  const { buffer, byteLength, byteOffset } = dictionary.bytes
  const distinct = new Uint32Array(buffer, byteOffset, byteLength >>> 2)
  const words = new Uint32Array(type === "BYTE_ARRAY" ? 0 : values * 2)
  for (let i = 0; i < words.length; i += 2) {
    const at = codes[i >>> 1]! * 2
    words[i] = distinct[at]!
    words[i + 1] = distinct[at + 1]!
  }
  return new Uint8Array(words.buffer)
}

const codesOf = ({ column, dictionary }: Chunk): Uint8Array<ArrayBuffer> => {
  const width = widthOf(dictionary.count)
  const codes = hybrid(column.codes, column.values, width)
  const bytes = new Uint8Array(codes.length + 1)
  bytes[0] = width
  bytes.set(codes, 1)
  return bytes
}

/**
 * Writes one column of a row group and returns its metadata. It has a page of the distinct values and one of the codes
 * of all rows, or a page of the numbers themselves if on average fewer than two rows share one. Pages are compressed
 * with Zstandard.
 *
 * Source: Apache Parquet Format, Data Pages (version 2) and Encodings.
 */
export const writeChunk = (writer: ByteWriter, chunk: Chunk, level: number): ColumnChunk => {
  const compressed = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => Bun.zstdCompressSync(bytes, { level })
  const { bounds, column, dictionary, name, optional, type } = chunk
  const start = writer.offset
  let uncompressed = 0
  const isPlain = dictionary.count === 0 || (type !== "BYTE_ARRAY" && dictionary.count * 2 > column.values)
  if (!isPlain) {
    const bytes = compressed(dictionary.bytes)
    writePageHeader(writer, {
      type: "DICTIONARY_PAGE",
      uncompressed_page_size: dictionary.bytes.length,
      compressed_page_size: bytes.length,
      dictionary_page_header: { num_values: dictionary.count, encoding: "PLAIN" }
    })
    uncompressed += writer.offset - start + dictionary.bytes.length
    writer.appendBytes(bytes)
  }
  const dataStart = writer.offset
  const encoding = isPlain ? "PLAIN" : "RLE_DICTIONARY"
  const levels = optional ? hybrid(column.defined, column.count, 1) : nothing
  const data = isPlain ? plainOf(chunk) : codesOf(chunk)
  const bytes = compressed(data)
  writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.length + data.length,
    compressed_page_size: levels.length + bytes.length,
    data_page_header_v2: {
      num_values: column.count,
      num_nulls: column.count - column.values,
      num_rows: column.count,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      // The library treats a missing value as false.
      is_compressed: true
    }
  })
  uncompressed += writer.offset - dataStart + levels.length + data.length
  writer.appendBytes(levels)
  writer.appendBytes(bytes)
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: isPlain ? ["PLAIN", "RLE"] : ["PLAIN", "RLE", "RLE_DICTIONARY"],
      path_in_schema: [name],
      codec: "ZSTD",
      num_values: BigInt(column.count),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(uncompressed),
      data_page_offset: BigInt(dataStart),
      ...(isPlain ? {} : { dictionary_page_offset: BigInt(start) }),
      statistics: { ...bounds, null_count: BigInt(column.count - column.values) }
    }
  }
}
