import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { currentTransformer, type Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Runs statements of a transaction one after the other and returns the rows of each. */
export type ExecuteTogether = (
  statements: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError>

/** Queues statements of a transaction, which are sent with its next request, at the latest with COMMIT. */
export type ExecuteWithNext = (statements: Parameters<ExecuteTogether>[0]) => Effect.Effect<void, SqlError.SqlError>

/** The key under which the connection of a transaction holds its `ExecuteTogether`, if it has one. */
export const executeTogether: unique symbol = Symbol("executeTogether")
/** The key under which it holds its `ExecuteWithNext`. */
export const executeWithNext: unique symbol = Symbol("executeWithNext")

interface Asking {
  readonly [executeTogether]: ExecuteTogether
  readonly [executeWithNext]: ExecuteWithNext
}

const asks = (connection: object): connection is Asking => executeTogether in connection

/** Returns the connection of the open transaction if each request to it may wait for the event loop, otherwise null. */
const asking = Effect.withFiberRuntime<Asking | null>((fiber) => {
  const transaction = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
  // A transformer of statements has to see all of them.
  if (Option.isNone(transaction) || fiber.getFiberRef(currentTransformer)._tag === "Some") return Effect.succeed(null)
  const [connection] = transaction.value
  return Effect.succeed(asks(connection) ? connection : null)
})

/**
 * Runs statements that do not depend on each other's rows one after the other within the open transaction, and returns
 * the rows of each. If each request to the storage may wait for others, they are sent as one request. After a failing
 * statement no more are run, and the transaction undoes the ones before it.
 */
export const together = (
  ...statements: ReadonlyArray<Statement<object>>
): Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError> =>
  Effect.flatMap(asking, (connection) =>
    connection !== null && statements.length > 0
      ? connection[executeTogether](statements.map((one) => one.compile()))
      : Effect.all(statements)
  )

/**
 * Runs statements within the open transaction whose rows are not needed and whose failure is not handled. If each
 * request to the storage may wait for others, they are sent with the next request, or with COMMIT, which then fails
 * with their error.
 */
export const withNext = (...statements: ReadonlyArray<Statement<object>>): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(asking, (connection) =>
    connection === null
      ? Effect.asVoid(Effect.all(statements))
      : connection[executeWithNext](statements.map((one) => one.compile()))
  )
