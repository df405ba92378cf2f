import type { PythonEnvironment } from "./PythonEnvironment.ts"

/** The engines that read the open dataset: DuckDB with its extensions, PyIceberg, Polars and chDB. */
export const datasetReaders: PythonEnvironment = {
  requirements: "dataset.txt",
  folder: "dataset/.venv",
  trial: "import aiohttp, chdb, duckdb, duckdb_extension_iceberg, polars, pyiceberg.catalog.rest"
}
