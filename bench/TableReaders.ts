import type { PythonEnvironment } from "./PythonEnvironment.ts"

/** The Python libraries that read and write tables as files: openpyxl, pandas, pyarrow and DuckDB. */
export const tableReaders: PythonEnvironment = {
  requirements: "tables.txt",
  folder: "tables/.venv",
  trial: "import openpyxl, lxml, pandas, pyarrow.parquet, duckdb"
}
