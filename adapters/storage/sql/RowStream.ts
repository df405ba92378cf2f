import type { SqlError, Statement } from "@effect/sql"
import { Effect, Schema, Stream } from "effect"
import type { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { storageErrors } from "./Transaction.ts"

/**
 * The rows of a statement, of one moment, in the chunks in which the storage gives them: a long list keeps nobody
 * waiting. A row that its schema refuses is a defect.
 */
export const rowStream = <A, I>(
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>
): Stream.Stream<A, StorageUnavailable> => {
  const decode = Schema.decodeUnknownSync(row)
  return statement.stream.pipe(
    Stream.map((one) => decode(one)),
    Stream.catchAll((error: SqlError.SqlError) => Stream.fromEffect(storageErrors(Effect.fail(error))))
  )
}
