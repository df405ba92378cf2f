import { SqlClient, type SqlError } from "@effect/sql"
import { Data, Effect, Layer, type Redacted, Schedule } from "effect"
import { migrations } from "../migrations/Migrations.ts"
import { run } from "../sql/Migrate.ts"
import { isLost } from "../sql/Transaction.ts"
import * as Postgres from "./Postgres.ts"

/** The database cannot be reached, or does not let the service in. */
class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {}

/** Longest that a database is waited for at the start: it may start at the same time. */
const patience = "60 seconds"

/** Nobody listens there, its name is not known yet, it says itself that it is starting, or it has no connection left. */
const isAway = (error: SqlError.SqlError): boolean =>
  isLost(error) ||
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|timeout exceeded|connection timeout|^53300 /.test(
    reasonOf(error)
  )

const reasonOf = ({ cause, message }: SqlError.SqlError): string =>
  cause instanceof Error ? `${"code" in cause ? `${String(cause.code)} ` : ""}${cause.message}` : message

const answers = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`).pipe(
  Effect.tapError((error) =>
    isAway(error) ? Effect.logWarning(`DATABASE_URL: the database is waited for: ${reasonOf(error)}`) : Effect.void
  ),
  Effect.retry({
    while: isAway,
    schedule: Schedule.intersect(Schedule.spaced("2 seconds"), Schedule.recurUpTo(patience))
  }),
  Effect.mapError((error) => new DatabaseUnusable({ message: `DATABASE_URL: ${reasonOf(error)}` }))
)

/**
 * Waits for a database that is starting, and brings its tables up to date, however long that takes.
 *
 * Fails with `DatabaseUnusable`, naming the variable, when it does not answer for a minute or refuses the service.
 */
export const layer = (options: { readonly url: Redacted.Redacted }) =>
  Layer.effectDiscard(Effect.zipRight(answers, run(migrations))).pipe(
    Layer.provide(Postgres.layer({ ...options, connections: 2, statementMillis: Number.POSITIVE_INFINITY }))
  )
