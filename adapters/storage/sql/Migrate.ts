import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OutcomeUnknown, StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { longTransaction } from "./Transaction.ts"

/** Steps that build the tables, by name: `0001_create_models`, `0002_…`. A released step never changes. */
export type Migrations = Readonly<
  Record<`${number}_${string}`, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>>
>

/** The database has migrations that this release does not know, most likely those of a newer release. */
export class UnknownMigrations extends Schema.TaggedError<UnknownMigrations>()("UnknownMigrations", {
  names: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The database has migrations that this release does not know (${this.names.join(", ")}): it belongs to a newer one`
  }
}

const ADVISORY_LOCK = 7_546_846

/**
 * Brings the database up to date and returns the names of the migrations that were run.
 *
 * Each migration runs in a transaction that also records it and reads the recorded ones again, so that a process may be
 * killed at any point and several may start at once.
 * Fails with `UnknownMigrations`, before anything has been changed, if the recorded migrations are not the beginning of
 * `migrations`.
 */
export const run = (
  migrations: Migrations
): Effect.Effect<ReadonlyArray<string>, UnknownMigrations | StorageUnavailable | OutcomeUnknown, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const steps = Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1))

    const lock = sql.onDialectOrElse({
      pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`),
      orElse: () => Effect.void
    })

    /** Runs the next migration and returns its name, or null if none is left. */
    const next = Effect.gen(function* () {
      yield* lock
      yield* sql`CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at BIGINT NOT NULL)`
      const rows = yield* sql<{ readonly name: string }>`SELECT name FROM migrations`
      const unknown = rows
        .map(({ name }) => name)
        .sort()
        .filter((name, index) => name !== steps[index]?.[0])
      if (unknown.length > 0) return yield* new UnknownMigrations({ names: unknown })
      const step = steps[rows.length]
      if (step === undefined) return null
      const [name, migrate] = step
      yield* migrate
      yield* sql`INSERT INTO migrations (name, applied_at) VALUES (${name}, ${yield* Clock.currentTimeMillis})`
      return name
    }).pipe(longTransaction(sql))

    const done: Array<string> = []
    for (let name = yield* next; name !== null; name = yield* next) done.push(name)
    return done
  })
