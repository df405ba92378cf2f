import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect, Option } from "effect"

/**
 * Behind a SELECT: whoever wants to change the rows that it reads waits until the transaction is over. SQLite has one
 * writer, so nothing needs to be locked there.
 */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })

/** The same, beside others who only want the rows to stay as they are; of several tables those of one alone. */
export const kept = (sql: SqlClient.SqlClient, table?: "s"): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => (table === undefined ? sql`FOR SHARE` : sql`FOR SHARE OF ${sql.literal(table)}`),
    orElse: () => sql``
  })

/**
 * Whoever else is about to change what is counted of the user waits until the transaction is over; a user need not have
 * a row. Taken after the project, where both are.
 */
export const lockUser = (sql: SqlClient.SqlClient, userId: string) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 0))`),
    orElse: () => Effect.void
  })

/**
 * Until the transaction is over, who goes `alone` under that name over the same tables has nobody of that name beside
 * it; any number go `together`. Waits for it; what is read next is what the others left. SQLite has one writer.
 */
export const lockName = (sql: SqlClient.SqlClient, name: string, how: "alone" | "together") =>
  sql.onDialectOrElse({
    pg: () => {
      const key = sql`hashtextextended(current_schema() || '.' || ${name}, 0)`
      return Effect.asVoid(
        how === "alone" ? sql`SELECT pg_advisory_xact_lock(${key})` : sql`SELECT pg_advisory_xact_lock_shared(${key})`
      )
    },
    orElse: () => Effect.void
  })

/** Who holds a name and gives the server no sign for so long holds it no more, in milliseconds. */
const longestSilence = 8000
const sign = "2 seconds"

/**
 * Runs an effect, outside of any transaction, while nobody else runs one of that name over the same tables; gives none
 * where somebody does. The lock goes with its connection, so with its process; a process that stands still, or whose
 * machine is gone, loses both within ten seconds, and where it goes on the effect is interrupted and fails. SQLite has
 * one process.
 */
export const alone =
  (sql: SqlClient.SqlClient, name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R> =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.scoped(
          Effect.gen(function* () {
            const connection = yield* sql.reserve
            const run = (statement: string, ...values: ReadonlyArray<unknown>) =>
              connection.execute(statement, values, undefined)
            const key = "hashtextextended(current_schema() || '.' || $1, 0)"
            const lock = run(
              `SELECT set_config('idle_session_timeout', $2, false), pg_try_advisory_lock(${key}) AS done`,
              name,
              longestSilence
            )
            const [row] = yield* Effect.acquireRelease(lock, ([row]) =>
              Effect.ignore(
                Effect.zipRight(
                  row.done === true ? run(`SELECT pg_advisory_unlock(${key})`, name) : Effect.void,
                  run("RESET idle_session_timeout")
                )
              )
            )
            const signs = Effect.forever(Effect.delay(run("SELECT 1"), sign))
            return row.done === true ? Option.some(yield* Effect.raceFirst(effect, signs)) : Option.none()
          })
        ) as Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R>,
      orElse: () => Effect.asSome(effect)
    })
