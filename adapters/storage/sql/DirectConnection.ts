import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** A connection that reads committed data at once. Null if the storage has no such connection. */
export class DirectConnection extends Context.Reference<DirectConnection>()("adapters/DirectConnection", {
  defaultValue: (): Connection | null => null
}) {}

/**
 * Returns a function that prepares a read: its text is compiled once, from a statement whose parameters are names, and
 * each run passes values by these names. A run has no span and no scope as the client puts around each statement, which
 * cost more than a small read does. Meant for reads that every request needs and that run outside any transaction.
 */
export const prepared = Effect.map(
  Effect.all([DirectConnection, SqlClient.SqlClient]),
  ([connection, sql]) =>
    <Name extends string>(statement: Statement<object>) => {
      const [text, names] = statement.compile()
      return (values: Readonly<Record<Name, unknown>>): Effect.Effect<ReadonlyArray<object>, SqlError.SqlError> => {
        const parameters = names.map((name) => values[name as Name])
        return connection === null
          ? sql.unsafe<object>(text, parameters)
          : (connection.execute(text, parameters, undefined) as Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>)
      }
    }
)
