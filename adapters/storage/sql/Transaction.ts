import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schedule from "effect/Schedule"
import { OutcomeUnknown, StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { EventSignal } from "../../../src/ports/EventSignal.ts"
import { LongWork } from "./LongWork.ts"

const codeOf = ({ cause }: SqlError.SqlError): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "unknown"

const textsOfLoss =
  /Connection terminated(?! due to connection timeout)|not queryable|does not answer|not the one to write to/

/**
 * Returns whether the connection was lost, or the server stops or accepts no writes. Everything uncommitted has been
 * undone.
 */
export const isLost = (error: SqlError.SqlError): boolean =>
  /^(?:ECONNRESET|EPIPE|25006|57P0[123]$)/.test(codeOf(error)) ||
  (error.cause instanceof Error && textsOfLoss.test(error.cause.message))

/**
 * Returns whether COMMIT failed with an error that means that nothing was stored: a constraint, a conflict or a full
 * disk.
 */
const refused = (error: SqlError.SqlError): boolean =>
  /^(?:SQLITE_(?:CONSTRAINT|BUSY|FULL)(?:_|$)|23|40(?!003))/.test(codeOf(error))

const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

const lost = "connection lost"

type Rest<E> = Exclude<E, SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException>

/**
 * Turns `SqlError` into `StorageUnavailable`. A row that does not match its schema, or that is missing although it must
 * exist, becomes a defect.
 */
export const storageErrors = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Rest<E> | StorageUnavailable, R> =>
  Effect.catchAll(effect, (error): Effect.Effect<never, Rest<E> | StorageUnavailable> => {
    if (isSqlError(error)) {
      return Effect.zipRight(
        Effect.logWarning("Storage failed", error.cause),
        new StorageUnavailable({ reason: isLost(error) ? lost : codeOf(error) })
      )
    }
    if (ParseResult.isParseError(error) || Cause.isNoSuchElementException(error)) return Effect.die(error)
    return Effect.fail(error as Rest<E>)
  })

/**
 * Returns whether the transaction may be retried: it met a serialisation failure, a deadlock or a lock that was held
 * for too long, or the connection was lost before COMMIT. None of its changes were stored.
 */
const mayGoAgain = (error: unknown): boolean =>
  error instanceof StorageUnavailable && (error.reason === lost || /^(?:40001|40P01|SQLITE_BUSY)/.test(error.reason))

/** Connections whose transaction has made events. */
const withEvents = new WeakSet<object>()

/** Notes that the transaction makes events, so that their readers are woken once it is committed. */
export const committing = Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), (outer) => {
  if (Option.isSome(outer)) withEvents.add(outer.value[0])
})

/** Returns whether the outermost transaction has made events, and forgets it. A savepoint leaves that to it. */
const hasEvents = Effect.map(
  Effect.serviceOption(SqlClient.TransactionConnection),
  (outer) => Option.isSome(outer) && outer.value[1] === 0 && withEvents.delete(outer.value[0])
)

const again = Schedule.intersect(Schedule.jittered(Schedule.exponential("10 millis")), Schedule.recurs(4))

/**
 * Runs the effect as a transaction: if it fails or is interrupted, none of its changes are stored. Inside another
 * transaction it becomes a savepoint, which can be rolled back alone. A whole transaction that met a conflict, or whose
 * connection was lost, is retried up to four times, so the effect must do nothing but read and write the storage.
 *
 * Fails with the errors of the effect, with SQL errors converted as by `storageErrors`, and with `OutcomeUnknown` if
 * the storage was lost at COMMIT. The client alone would turn an error of COMMIT or ROLLBACK into a defect.
 */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Rest<E> | StorageUnavailable | OutcomeUnknown, R> => {
    const once = Effect.suspend(() => {
      let isCommitting = false
      let madeEvents = false
      const body = Effect.tap(effect, () =>
        Effect.map(hasEvents, (has) => {
          madeEvents = has
          isCommitting = true
        })
      )
      return sql.withTransaction(body).pipe(
        Effect.catchAllDefect((defect): Effect.Effect<never, SqlError.SqlError | OutcomeUnknown> => {
          if (!isSqlError(defect)) return Effect.die(defect)
          return isCommitting && !refused(defect)
            ? Effect.zipRight(Effect.logWarning("Commit failed", defect.cause), new OutcomeUnknown())
            : Effect.fail(defect)
        }),
        storageErrors,
        Effect.tap(() => (madeEvents ? Effect.flatMap(EventSignal, ({ wake }) => wake) : Effect.void))
      )
    })
    return Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outer) =>
      Option.isSome(outer) ? once : Effect.retry(once, { schedule: again, while: mayGoAgain })
    )
  }

/** Does the same for a transaction that may write many rows; within another transaction it runs where that one does. */
export const longTransaction = (sql: SqlClient.SqlClient) => {
  const inTransaction = transaction(sql)
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(inTransaction(effect), LongWork, true)
}
