import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect, Option } from "effect"

/**
 * Behind a SELECT: whoever wants to change the rows that it reads waits until the transaction is over. SQLite has one
 * writer, so nothing needs to be locked there.
 */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })

/** The same, beside others who only want the rows to stay as they are. */
export const kept = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR SHARE`, orElse: () => sql`` })

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

/**
 * Runs an effect, outside of any transaction, while nobody else runs one of that name over the same tables; gives none
 * where somebody does. The lock goes with its connection, so with its process. SQLite has one process.
 */
export const alone =
  (sql: SqlClient.SqlClient, name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R> =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.scoped(
          Effect.gen(function* () {
            const connection = yield* sql.reserve
            const ask = (call: string) =>
              connection.execute(
                `SELECT ${call}(hashtextextended(current_schema() || '.' || $1, 0)) AS done`,
                [name],
                undefined
              )
            const [row] = yield* Effect.acquireRelease(ask("pg_try_advisory_lock"), ([row]) =>
              row.done === true ? Effect.ignore(ask("pg_advisory_unlock")) : Effect.void
            )
            return row.done === true ? Option.some(yield* effect) : Option.none()
          })
        ) as Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R>,
      orElse: () => Effect.asSome(effect)
    })
