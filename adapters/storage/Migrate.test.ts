import { expect } from "bun:test"
import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Layer, Logger } from "effect"
import { withLayer } from "../../src/domain/testing/EffectTest.ts"
import * as Migrate from "./Migrate.ts"
import * as Sqlite from "./Sqlite.ts"

const it = withLayer(Layer.merge(Sqlite.layerMemory, Logger.remove(Logger.defaultLogger)))

const step = (...statements: ReadonlyArray<string>): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true })
  )

const first = { "0001_create_models": step("CREATE TABLE models (id INTEGER PRIMARY KEY)") } as const
const both = { "0002_name_models": step("ALTER TABLE models ADD COLUMN name TEXT"), ...first } as const

it("each migration runs once, in the order of the names", () =>
  Effect.gen(function* () {
    expect(yield* Migrate.run(first)).toEqual(["0001_create_models"])
    expect(yield* Migrate.run(both)).toEqual(["0002_name_models"])
    expect(yield* Migrate.run(both)).toEqual([])
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO models (name) VALUES ('a')`
  }))

it("a migration that fails leaves nothing of itself, and what came before it stays", () =>
  Effect.gen(function* () {
    const broken = { ...first, "0002_broken": step("CREATE TABLE half (id INTEGER)", "CREATE TABEL typo (id INTEGER)") }
    expect(yield* Effect.flip(Migrate.run(broken))).toMatchObject({
      _tag: "StorageUnavailable",
      reason: "SQLITE_ERROR"
    })
    const sql = yield* SqlClient.SqlClient
    expect(yield* sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`.values).toEqual([
      ["migrations"],
      ["models"]
    ])
    expect(yield* Migrate.run(both)).toEqual(["0002_name_models"])
  }))

it("a database of a newer release is refused by the names of what is unknown, and not touched", () =>
  Effect.gen(function* () {
    yield* Migrate.run({ ...both, "0003_of_tomorrow": step() })
    const error = yield* Effect.flip(Migrate.run({ ...both, "0004_other": step("CREATE TABLE other (id INTEGER)") }))
    expect(error).toMatchObject({ _tag: "UnknownMigrations", names: ["0003_of_tomorrow"] })
    expect(error.message).toContain("0003_of_tomorrow")
    const sql = yield* SqlClient.SqlClient
    expect(yield* sql`SELECT name FROM sqlite_schema WHERE name = 'other'`).toEqual([])
  }))

it("several at once run each migration once", () =>
  Effect.gen(function* () {
    const runs = yield* Effect.all([Migrate.run(both), Migrate.run(both), Migrate.run(both)], {
      concurrency: "unbounded"
    })
    expect(runs.flat()).toEqual(["0001_create_models", "0002_name_models"])
  }))
