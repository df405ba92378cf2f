import type * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Returns the clause that follows a SELECT and locks the rows for update: others who want to change them wait until the
 * transaction ends. SQLite has one writer, whose transaction locks everything from its beginning.
 */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })

/**
 * Returns the clause that locks the rows against changes but lets others hold the same lock. If the statement reads
 * several tables, only the rows of `table` are locked.
 */
export const kept = (sql: SqlClient.SqlClient, table?: "s"): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => (table === undefined ? sql`FOR SHARE` : sql`FOR SHARE OF ${sql.literal(table)}`),
    orElse: () => sql``
  })

/**
 * Locks what is counted for the user until the transaction ends: others who want to change it wait. The user need not
 * have a row. If both are locked, the project is locked first.
 */
export const lockUser = (sql: SqlClient.SqlClient, userId: string) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 0))`),
    orElse: () => Effect.void
  })

/**
 * Locks a name, per schema, until the transaction ends. `alone` excludes all other holders of the name; any number may
 * hold it `together`. Waits for the lock, so later reads see what the other holders committed. Does nothing in SQLite,
 * where a single process claims and measures and its transactions take turns.
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
 * Time after which the server ends the session of a holder that sent nothing, which releases the lock, in milliseconds.
 */
const longestSilence = 8000
const sign = "2 seconds"
/** Timeout of a heartbeat. One that the server does not answer in time does not count. */
const longestSign = "4 seconds"
/** Time after the last heartbeat during which the holder can be sure of its lock, in milliseconds. */
const sure = 6500

const unanswered = () => new SqlError.SqlError({ cause: new Error("Connection terminated: it gives no sign") })

/**
 * Runs an effect outside any transaction while nobody else runs one of that name over the same tables. Returns none if
 * somebody does. The lock is bound to its connection, and so to its process. A process that hangs, or whose machine is
 * lost, loses both within ten seconds; if it resumes, the effect is interrupted and fails. `isOurs` returns whether the
 * lock is still certain to be held, and becomes false before it can be lost. SQLite is used by one process and needs no
 * lock.
 */
export const alone =
  (sql: SqlClient.SqlClient, name: string) =>
  <A, E, R>(
    effect: (isOurs: () => boolean) => Effect.Effect<A, E, R>
  ): Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R> =>
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
            let signed = performance.now()
            const [row] = yield* Effect.acquireRelease(lock, ([row]) =>
              Effect.ignore(
                Effect.zipRight(
                  row.done === true ? run(`SELECT pg_advisory_unlock(${key})`, name) : Effect.void,
                  run("RESET idle_session_timeout")
                )
              )
            )
            const giveSign = Effect.suspend(() => {
              const at = performance.now()
              return run("SELECT 1").pipe(
                Effect.disconnect,
                Effect.timeoutFail({ duration: longestSign, onTimeout: unanswered }),
                Effect.tap(() => Effect.sync(() => (signed = at)))
              )
            })
            const signs = Effect.forever(Effect.delay(giveSign, sign))
            const isOurs = () => performance.now() - signed < sure
            return row.done === true ? Option.some(yield* Effect.raceFirst(effect(isOurs), signs)) : Option.none()
          })
        ) as Effect.Effect<Option.Option<A>, E | SqlError.SqlError, R>,
      orElse: () => Effect.asSome(effect(() => true))
    })
