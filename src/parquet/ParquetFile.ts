import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import manifest from "../../package.json" with { type: "json" }
import { type Chunk, quickLevel, writeChunk } from "./ColumnChunk.ts"

/** The most rows of one row group, which readers skip or fetch as a whole. */
export const groupRows = 100_000

/**
 * Writes a Parquet file by row groups. The library writes the start and the footer of the file; the pages are written
 * from dictionaries and codes, without a JavaScript value for each cell.
 *
 * Source: Apache Parquet Format 2.
 */
export class ParquetFile {
  private readonly bytes = new ByteWriter()
  private readonly file: ParquetWriter

  constructor(
    schema: ParquetWriter["schema"],
    metadata: NonNullable<ParquetWriter["kvMetadata"]> = [],
    private readonly level = quickLevel
  ) {
    this.file = new ParquetWriter({
      writer: this.bytes,
      // Readers of Java warn of every other form.
      createdBy: `Plinth version ${manifest.version}`,
      codec: "ZSTD",
      schema,
      ...(metadata.length === 0 ? {} : { kvMetadata: metadata })
    })
  }

  /** Returns the bytes since the last call, ending with a row group of these columns. */
  group(rows: number, chunks: Iterable<Chunk>): Uint8Array<ArrayBuffer> {
    const { bytes, file } = this
    const start = bytes.offset
    const columns = Array.from(chunks, (chunk) => writeChunk(bytes, chunk, this.level))
    file.row_groups.push({
      columns,
      num_rows: BigInt(rows),
      total_byte_size: columns.reduce((sum, { meta_data }) => sum + meta_data!.total_uncompressed_size, 0n),
      total_compressed_size: BigInt(bytes.offset - start)
    })
    file.num_rows += BigInt(rows)
    return this.taken()
  }

  /** The place of the last row group in the file, and the bytes of each of its columns. */
  get lastGroup(): { readonly start: number; readonly sizes: ReadonlyArray<number> } {
    const { columns } = this.file.row_groups.at(-1)!
    return {
      start: Number(columns[0]!.file_offset),
      sizes: columns.map(({ meta_data }) => Number(meta_data!.total_compressed_size))
    }
  }

  /** Returns the last bytes of the file. */
  finish(): Uint8Array<ArrayBuffer> {
    void this.file.finish()
    return this.taken()
  }

  private taken(): Uint8Array<ArrayBuffer> {
    const part = new Uint8Array(this.bytes.getBytes())
    this.bytes.index = 0
    return part
  }
}
