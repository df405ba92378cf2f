import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Runs statements of a transaction one after the other; gives the rows of each. */
export type ExecuteTogether = (
  statements: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError>

/** Where the connection of a transaction has its `ExecuteTogether`, if it has one. */
export const executeTogether: unique symbol = Symbol("executeTogether")

const hasOne = (connection: object): connection is { readonly [executeTogether]: ExecuteTogether } =>
  executeTogether in connection

/**
 * Runs statements that do not depend on each other's rows one after the other, within the transaction that is open, and
 * gives the rows of each. Where each question to the storage may wait for others' turns, they are one question. After
 * one that fails there are no more; those before it are undone with the transaction.
 */
export const together = (
  ...statements: ReadonlyArray<Statement<object>>
): Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction) => {
    const connection = Option.getOrNull(transaction)?.[0]
    return connection !== undefined && hasOne(connection) && statements.length > 0
      ? connection[executeTogether](statements.map((one) => one.compile()))
      : Effect.all(statements)
  })
