import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { SqlClient, type SqlError } from "@effect/sql"
import { type ConfigError, Effect, Layer, Logger, Redacted } from "effect"
import type { OutcomeUnknown, StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import type { UnknownMigrations } from "../Migrate.ts"
import * as Postgres from "../Postgres.ts"
import * as Repositories from "../Repositories.ts"
import * as Sqlite from "../Sqlite.ts"

type Broken = SqlError.SqlError | ConfigError.ConfigError | UnknownMigrations | StorageUnavailable | OutcomeUnknown

/** Every repository, and the client beneath to look behind them. */
export type Storage = Layer.Layer<Layer.Layer.Success<typeof Repositories.layer> | SqlClient.SqlClient, Broken>

const inFolder = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-storage-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  ).pipe(Effect.map((directory) => Sqlite.layer({ directory })))
)

/** A schema of its own in the database of the URL, gone with the layer. */
const inSchema = (url: string) => {
  const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
  const of = (address: string) => Postgres.layer({ url: Redacted.make(address), connections: 10 })
  const run = (statement: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(Effect.provide(of(url)), Effect.orDie)
  const inside = new URL(url)
  inside.searchParams.set("options", `-c search_path=${name}`)
  return Layer.unwrapScoped(
    Effect.as(
      Effect.acquireRelease(run(`CREATE SCHEMA ${name}`), () => run(`DROP SCHEMA ${name} CASCADE`)),
      of(inside.href)
    )
  )
}

const url = process.env["TEST_DATABASE_URL"]

const clients: Record<string, Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | ConfigError.ConfigError>> = {
  "SQLite in memory": Sqlite.layerMemory,
  "SQLite in a folder": inFolder,
  ...(url === undefined ? {} : { PostgreSQL: inSchema(url) })
}

/** Each storage by its name, empty and new at every building; PostgreSQL where `TEST_DATABASE_URL` names one. */
export const storages: ReadonlyArray<readonly [name: string, layer: Storage]> = Object.entries(clients).map(
  ([name, client]) => [
    name,
    Layer.mergeAll(Repositories.layer.pipe(Layer.provideMerge(client)), Logger.remove(Logger.defaultLogger))
  ]
)
