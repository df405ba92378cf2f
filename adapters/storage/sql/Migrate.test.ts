import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Function from "effect/Function"
import * as Migrate from "./Migrate.ts"
import { overClients } from "../testing/Storages.ts"

/** The tables of the schema. */
const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql.onDialectOrElse({
      pg: () => sql`SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
      orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table'`
    }).values,
    (rows) => rows.map(([name]) => String(name)).sort()
  )
)

const step = (...statements: ReadonlyArray<string>): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true })
  )

const first = { "0001_create_models": step("CREATE TABLE models (id INTEGER PRIMARY KEY)") } as const
const both = { "0002_name_models": step("ALTER TABLE models ADD COLUMN name TEXT"), ...first } as const

overClients(Function.identity, (it) => {
  it("each migration runs once, in the order of the names", () =>
    Effect.gen(function* () {
      expect(yield* Migrate.run(first)).toEqual(["0001_create_models"])
      expect(yield* Migrate.run(both)).toEqual(["0002_name_models"])
      expect(yield* Migrate.run(both)).toEqual([])
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO models (id, name) VALUES (1, 'a')`
    }))

  it("a migration that fails is undone, and earlier ones stay", () =>
    Effect.gen(function* () {
      const broken = {
        ...first,
        "0002_broken": step("CREATE TABLE half (id INTEGER)", "CREATE TABEL typo (id INTEGER)")
      }
      expect(yield* Effect.flip(Migrate.run(broken))).toMatchObject({
        _tag: "StorageUnavailable",
        reason: expect.stringMatching(/^(?:SQLITE_ERROR|42601)$/)
      })
      expect(yield* tables).toEqual(["migrations", "models"])
      expect(yield* Migrate.run(both)).toEqual(["0002_name_models"])
    }))

  it("a database of a newer release is refused with the names of unknown migrations, and not changed", () =>
    Effect.gen(function* () {
      yield* Migrate.run({ ...both, "0003_of_tomorrow": step() })
      const error = yield* Effect.flip(Migrate.run({ ...both, "0004_other": step("CREATE TABLE other (id INTEGER)") }))
      expect(error).toMatchObject({ _tag: "UnknownMigrations", names: ["0003_of_tomorrow"] })
      expect(error.message).toContain("0003_of_tomorrow")
      expect(yield* tables).toEqual(["migrations", "models"])
    }))

  it("concurrent processes run each migration once", () =>
    Effect.gen(function* () {
      const runs = yield* Effect.all([Migrate.run(both), Migrate.run(both), Migrate.run(both)], {
        concurrency: "unbounded"
      })
      expect(runs.flat().toSorted()).toEqual(["0001_create_models", "0002_name_models"])
    }))
})
