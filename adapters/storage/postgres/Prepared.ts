import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { migrations } from "../migrations/Migrations.ts"
import { run } from "../sql/Migrate.ts"
import { isLost } from "../sql/Transaction.ts"
import * as Postgres from "./Postgres.ts"

/** The database cannot be reached or refuses the service. */
class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {}

/** The longest time to wait for the database at start: it may be starting too, or be about to become the primary. */
const timeout = "60 seconds"

/**
 * Returns whether the failure may pass: nobody listens, the name is not known yet, the server is starting, or it has no
 * free connection.
 */
const isAway = (error: SqlError.SqlError): boolean =>
  isLost(error) ||
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|timeout exceeded|connection timeout|^53300 /.test(
    reasonOf(error)
  )

const reasonOf = ({ cause, message }: SqlError.SqlError): string =>
  cause instanceof Error ? `${"code" in cause ? `${String(cause.code)} ` : ""}${cause.message}` : message

/** The reason why the database cannot be used now, and whether that may pass. */
class NotYet extends Data.TaggedError("NotYet")<{ readonly reason: string; readonly mayPass: boolean }> {}

/** Succeeds if the database accepts writes. */
const answers = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly follows: boolean }>`SELECT pg_is_in_recovery() AS follows`
).pipe(
  Effect.mapError((error) => new NotYet({ reason: reasonOf(error), mayPass: isAway(error) })),
  Effect.filterOrFail(
    ([row]) => row?.follows === false,
    () => new NotYet({ reason: "it takes no writes", mayPass: true })
  )
)

/** Brings the tables up to date. The connection may be lost meanwhile. */
const migrated = run(migrations).pipe(
  Effect.catchTags({
    StorageUnavailable: ({ reason }) =>
      new NotYet({ reason, mayPass: /^(?:connection lost$|E[A-Z]|53|57P)/.test(reason) }),
    OutcomeUnknown: () => new NotYet({ reason: "connection lost", mayPass: true })
  })
)

const prepared = Effect.zipRight(answers, migrated).pipe(
  Effect.tapErrorTag("NotYet", ({ mayPass, reason }) =>
    mayPass ? Effect.logWarning(`DATABASE_URL: the database is waited for: ${reason}`) : Effect.void
  ),
  Effect.retry({
    while: (error) => error._tag === "NotYet" && error.mayPass,
    schedule: Schedule.intersect(Schedule.spaced("2 seconds"), Schedule.recurUpTo(timeout))
  }),
  Effect.catchTag("NotYet", ({ reason }) => new DatabaseUnusable({ message: `DATABASE_URL: ${reason}` }))
)

/**
 * Waits for a database that is starting or does not accept writes yet, and brings its tables up to date, however long
 * that takes.
 *
 * Fails with `DatabaseUnusable`, naming the variable, if the database stays unusable for a minute or refuses the
 * service.
 */
export const layer = (options: { readonly url: Redacted.Redacted }) =>
  Layer.effectDiscard(prepared).pipe(
    Layer.provide(Postgres.layer({ ...options, connections: 2, statementMillis: Number.POSITIVE_INFINITY }))
  )
