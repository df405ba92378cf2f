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
 * Runs reads without the span and the scope that the client puts around each statement, which cost more than a small
 * read does. Meant for reads that every request needs and that run outside any transaction.
 */
export const direct = Effect.map(
  DirectConnection,
  (connection) =>
    <A extends object>(statement: Statement<A>): Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> => {
      if (connection === null) return statement
      const [text, parameters] = statement.compile()
      return connection.execute(text, parameters, undefined) as Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
    }
)
