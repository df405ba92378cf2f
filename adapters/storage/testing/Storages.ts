import { test } from "bun:test"
import process from "node:process"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import * as Postgres from "../postgres/Postgres.ts"
import * as Repositories from "../Repositories.ts"
import * as Sqlite from "../sqlite/Sqlite.ts"
import * as Folder from "./Folder.ts"

/** Connections to the database of a URL. */
const of = (address: string) => Postgres.layer({ url: Redacted.make(address), connections: 10 })

/** The URL of a schema of its own in the database of the URL, which goes with the scope. */
const schemaOf = (url: string) => {
  const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
  const run = (statement: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(Effect.provide(of(url)), Effect.orDie)
  const inside = new URL(url)
  inside.searchParams.set("options", `-c search_path=${name}`)
  return Effect.as(
    Effect.acquireRelease(run(`CREATE SCHEMA ${name}`), () => run(`DROP SCHEMA ${name} CASCADE`)),
    inside.href
  )
}

const url = process.env["TEST_DATABASE_URL"]

/** The URL of a database of its own, and each time connections of somebody else to it; null where `TEST_DATABASE_URL` names none. */
export const postgresAt =
  url === undefined
    ? null
    : Effect.map(
        Effect.suspend(() => schemaOf(url)),
        (url) => ({ url, storage: of(url) })
      )

/** Those connections alone. */
export const sharedPostgres = postgresAt === null ? null : Effect.map(postgresAt, ({ storage }) => storage)

/** A database of its own; null where `TEST_DATABASE_URL` names none. */
const postgres = sharedPostgres === null ? null : Layer.unwrapScoped(sharedPostgres)

export type Client = Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | ConfigError.ConfigError>

/** Who has a server tries that: the others need none and are tried without it. */
const clients: Record<string, Client> =
  postgres === null
    ? { "SQLite in memory": Sqlite.layerMemory, "SQLite in a folder": Folder.layer }
    : { PostgreSQL: postgres }

/** A test of a suite that runs over several storages. */
export type It<R> = <A, E>(title: string, run: () => Effect.Effect<A, E, R | Scope.Scope>) => void

/** Every repository, and the client beneath to look behind them. */
export type Services = Layer.Layer.Success<typeof Repositories.layer> | SqlClient.SqlClient

/**
 * Runs a suite over what is made of the client of each storage, empty and new for each test: over PostgreSQL alone where
 * `TEST_DATABASE_URL` names one.
 */
export const overClients = <R, E>(
  layerOf: (client: Client) => Layer.Layer<R, E>,
  suite: (it: It<R>, name: string) => void
): void => {
  for (const [name, client] of Object.entries(clients)) {
    const run = withLayer(Layer.mergeAll(layerOf(client), Logger.remove(Logger.defaultLogger)))
    suite((title, ...rest) => run(`${name}: ${title}`, ...rest), name)
  }
  if (url === undefined) test.skip("PostgreSQL: TEST_DATABASE_URL names none", () => {})
}

/** Runs a suite of repositories over each storage. */
export const overStorages = (suite: (it: It<Services>, name: string) => void): void =>
  overClients((client) => Repositories.layer.pipe(Layer.provideMerge(client)), suite)
