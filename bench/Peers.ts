import { existsSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dir, "peers")

/**
 * The module of a package that benchmarks compare with, installed from `peers/package-lock.json` where it is missing.
 * They are no dependencies of the product.
 */
export const load = async (path: string): Promise<unknown> => {
  const file = join(folder, "node_modules", path)
  if (!existsSync(file)) {
    const npm = Bun.spawn(["npm", "ci", "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
    if ((await npm.exited) !== 0) throw new Error("The packages of bench/peers could not be installed")
  }
  return await import(file)
}

/** What the query benchmark needs of DuckDB. */
export interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: (path: string) => Promise<{
      readonly connect: () => Promise<DuckDbConnection>
    }>
  }
}

export interface DuckDbConnection {
  readonly run: (sql: string) => Promise<unknown>
  readonly runAndReadAll: (sql: string) => Promise<{ readonly getRowObjectsJson: () => ReadonlyArray<unknown> }>
}

/** An empty database in memory. */
export const duckDb = async (): Promise<DuckDbConnection> => {
  const { DuckDBInstance } = (await load("@duckdb/node-api/lib/index.js")) as DuckDb
  return (await DuckDBInstance.create(":memory:")).connect()
}
