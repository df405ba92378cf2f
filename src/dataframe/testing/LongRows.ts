import { parquetReadObjects } from "hyparquet"

/** A row of the long form of a table. */
export interface LongRow {
  readonly product: string
  readonly propertySet: string | null
  readonly property: string
  readonly text: string | null
  readonly number: number | null
}

/** The rows of a Parquet file, as another library reads them. */
export const readLongRows = async (file: ArrayBuffer): Promise<ReadonlyArray<LongRow>> =>
  (await parquetReadObjects({
    file,
    compressors: { ZSTD: (page) => Bun.zstdDecompressSync(page) }
  })) as unknown as ReadonlyArray<LongRow>
