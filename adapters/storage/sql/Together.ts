import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { currentTransformer, type Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Runs statements of a transaction one after the other; gives the rows of each. */
export type ExecuteTogether = (
  statements: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError>

/** Sends statements of a transaction with the next that is asked of it, COMMIT at the latest. */
export type ExecuteWithNext = (statements: Parameters<ExecuteTogether>[0]) => Effect.Effect<void, SqlError.SqlError>

/** Where the connection of a transaction has its `ExecuteTogether`, if it has one. */
export const executeTogether: unique symbol = Symbol("executeTogether")
/** Where it has its `ExecuteWithNext`. */
export const executeWithNext: unique symbol = Symbol("executeWithNext")

interface Asking {
  readonly [executeTogether]: ExecuteTogether
  readonly [executeWithNext]: ExecuteWithNext
}

const asks = (connection: object): connection is Asking => executeTogether in connection

/** The connection of the transaction that is open, where each question to it may wait for others' turns. */
const asking = Effect.withFiberRuntime<Asking | null>((fiber) => {
  const transaction = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
  // Who looks at statements is to see them all.
  if (Option.isNone(transaction) || fiber.getFiberRef(currentTransformer)._tag === "Some") return Effect.succeed(null)
  const [connection] = transaction.value
  return Effect.succeed(asks(connection) ? connection : null)
})

/**
 * Runs statements that do not depend on each other's rows one after the other, within the transaction that is open, and
 * gives the rows of each. Where each question to the storage may wait for others' turns, they are one question. After
 * one that fails there are no more; those before it are undone with the transaction.
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
 * Runs statements whose rows nobody wants and whose failure nobody mends within the transaction that is open: where each
 * question to the storage may wait for others' turns they are part of the next one, or of COMMIT, which then fails with
 * what they fail with.
 */
export const withNext = (...statements: ReadonlyArray<Statement<object>>): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(asking, (connection) =>
    connection === null
      ? Effect.asVoid(Effect.all(statements))
      : connection[executeWithNext](statements.map((one) => one.compile()))
  )
