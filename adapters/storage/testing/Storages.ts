import { afterAll, beforeAll, test } from "bun:test"
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
import { migrations } from "../migrations/Migrations.ts"
import * as Postgres from "../postgres/Postgres.ts"
import * as Repositories from "../Repositories.ts"
import * as Migrate from "../sql/Migrate.ts"
import * as Folder from "./Folder.ts"
import * as OwnDatabase from "./OwnDatabase.ts"

/** Connections to the database of a URL. */
const connectionsTo = (address: string) => Postgres.layer({ url: Redacted.make(address), connections: 10 })

const { serverUrl } = OwnDatabase

/** A database that is dropped with the scope: its URL, and a layer that makes new connections to it each time it is built. */
const databaseOn = (server: string, template?: () => string) =>
  Effect.acquireRelease(
    Effect.promise(() => OwnDatabase.make(server, template?.())),
    ({ drop }) => Effect.promise(drop)
  ).pipe(Effect.map(({ url }) => ({ url, storage: connectionsTo(url) })))

/** An empty PostgreSQL database, as `databaseOn` returns it; null if `TEST_DATABASE_URL` is not set. */
export const postgresAt = serverUrl === undefined ? null : Effect.suspend(() => databaseOn(serverUrl))

/** A layer of connections to such a database. */
export const sharedPostgres = postgresAt === null ? null : Effect.map(postgresAt, ({ storage }) => storage)

export type Client = Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | ConfigError.ConfigError>

/** Makes a database with the tables of this release before the tests of the calling file and drops it after them. */
const templateOn = (server: string): (() => string) => {
  let template: OwnDatabase.OwnDatabase | null = null
  beforeAll(async () => {
    template = await OwnDatabase.make(server)
    await Effect.runPromise(Effect.provide(Migrate.run(migrations), connectionsTo(template.url)))
  })
  afterAll(() => template?.drop())
  return () => template!.name
}

const folderIsTried = process.env["TEST_STORAGES"] === "all"

/**
 * The storages to test, by name. Only PostgreSQL is included if there is a server, because the others have a run
 * without one.
 */
const clientsWith = (content: Folder.Content): Record<string, Client> => {
  if (serverUrl !== undefined) {
    const template = content === "migrated" ? templateOn(serverUrl) : undefined
    return {
      PostgreSQL: Layer.unwrapScoped(Effect.map(databaseOn(serverUrl, template), ({ storage }) => storage))
    }
  }
  return {
    "SQLite in memory": Folder.volatile(content),
    ...(folderIsTried ? { "SQLite in a folder": Folder.durable(content) } : {})
  }
}

/** A test of a suite that runs over several storages. */
export type It<R> = <A, E>(title: string, run: () => Effect.Effect<A, E, R | Scope.Scope>) => void

/** Every repository, and the client below them, which inspects stored rows. */
export type Services = Layer.Layer.Success<typeof Repositories.layer> | SqlClient.SqlClient

const over = <R, E>(
  content: Folder.Content,
  layerOf: (client: Client) => Layer.Layer<R, E>,
  suite: (it: It<R>, name: string) => void
): void => {
  for (const [name, client] of Object.entries(clientsWith(content))) {
    const run = withLayer(Layer.mergeAll(layerOf(client), Logger.remove(Logger.defaultLogger)))
    suite((title, ...rest) => run(`${name}: ${title}`, ...rest), name)
  }
  if (serverUrl !== undefined) return
  test.skip("PostgreSQL: TEST_DATABASE_URL is not set; npm run test:storage tries it", () => {})
  if (!folderIsTried) test.skip("SQLite in a folder: TEST_STORAGES is not all; npm run test:folder tries it", () => {})
}

/** Runs a suite over each storage. Each test has an empty database of its own and builds `layerOf` on it. */
export const overClients = <R, E>(
  layerOf: (client: Client) => Layer.Layer<R, E>,
  suite: (it: It<R>, name: string) => void
): void => over("empty", layerOf, suite)

/** Runs a suite of repositories over each storage. Each test has a database of its own with tables and no rows. */
export const overStorages = (suite: (it: It<Services>, name: string) => void): void =>
  over("migrated", (client) => Repositories.layer.pipe(Layer.provideMerge(client)), suite)
