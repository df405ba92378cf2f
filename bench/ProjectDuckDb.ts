import { join } from "node:path"
import { type Cell, loadDuckDb } from "./QueryDuckDb.ts"

/** DuckDB over the Parquet files of a project. */
export interface ParquetPeer {
  /** Returns the columns of the result of a statement. In the statement, `p` stands for the long form of all models. */
  readonly columns: (sql: string) => Promise<ReadonlyArray<ReadonlyArray<Cell>>>
  readonly close: () => void
}

/** Opens the Parquet files of a project, `model=…/products.parquet`, in DuckDB on two threads. */
export const parquetPeer = async (folder: string): Promise<ParquetPeer> => {
  const { DuckDBInstance } = await loadDuckDb()
  const instance = await DuckDBInstance.create(":memory:", {
    threads: "2",
    memory_limit: "6GB",
    temp_directory: join(folder, "spill")
  })
  const connection = await instance.connect()
  const files = join(folder, "model=*", "products.parquet").replaceAll("'", "''")
  await connection.run(`CREATE VIEW p AS SELECT * FROM read_parquet('${files}', hive_partitioning = true)`)
  return {
    columns: async (sql) => {
      const statement = await connection.prepare(sql)
      return (await statement.runAndReadAll()).getColumns()
    },
    close: () => instance.closeSync()
  }
}
