import type * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** What tells SQLite, which has one writer, that the transaction is to be it from here on. */
export const lock = "/* lock */"

/** Behind a SELECT: whoever wants to change the rows that it reads waits until the transaction is over. */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql.literal(lock) })

/** The same, beside others who only want the rows to stay as they are; of several tables those of one alone. */
export const kept = (sql: SqlClient.SqlClient, table?: "s"): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => (table === undefined ? sql`FOR SHARE` : sql`FOR SHARE OF ${sql.literal(table)}`),
    orElse: () => sql.literal(lock)
  })

/**
 * Whoever else is about to change what is counted of the user waits until the transaction is over; a user need not have
 * a row. Taken after the project, where both are.
 */
export const lockUser = (sql: SqlClient.SqlClient, userId: string) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 0))`),
    orElse: () => Effect.asVoid(sql`SELECT 1 ${sql.literal(lock)}`)
  })

/**
 * Until the transaction is over, who goes `alone` under that name over the same tables has nobody of that name beside
 * it; any number go `together`. Waits for it; what is read next is what the others left. In SQLite one process claims
 * and measures, and its transactions have turns.
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
/** A sign that the server does not answer in time was none. */
const longestSign = "4 seconds"
/** Who gave no sign for so long, in milliseconds, cannot be sure of it any more. */
const sure = 6500

const unanswered = () => new SqlError.SqlError({ cause: new Error("Connection terminated: it gives no sign") })

/**
 * Runs an effect, outside of any transaction, while nobody else runs one of that name over the same tables; gives none
 * where somebody does. The lock goes with its connection, so with its process; a process that stands still, or whose
 * machine is gone, loses both within ten seconds, and where it goes on the effect is interrupted and fails. Before that
 * comes, what it is given tells whether the lock is still sure to be ours. SQLite has one process.
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
