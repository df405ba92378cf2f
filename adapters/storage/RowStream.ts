import type { SqlError, Statement } from "@effect/sql"
import { Chunk, Effect, Schema, Stream } from "effect"
import { nextTurn } from "../../src/domain/EventLoop.ts"
import type { StorageUnavailable } from "../../src/domain/StorageErrors.ts"
import { storageErrors } from "./Transaction.ts"

/** Rows that are decoded within a fraction of a millisecond. */
const rowsPerTurn = 64

/**
 * The rows of a statement, of one moment, in slices between which the event loop turns: a long list keeps nobody
 * waiting. A row that its schema refuses is a defect.
 */
export const rowStream = <A, I>(
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>
): Stream.Stream<A, StorageUnavailable> => {
  const decode = Schema.decodeUnknownSync(row)
  const decodeAll = Effect.fn(function* (rows: Chunk.Chunk<object>) {
    const given = Chunk.toReadonlyArray(rows)
    const decoded: Array<A> = []
    for (let start = 0; start < given.length; start += rowsPerTurn) {
      yield* nextTurn
      for (const one of given.slice(start, start + rowsPerTurn)) decoded.push(decode(one))
    }
    return Chunk.unsafeFromArray(decoded)
  })
  return statement.stream.pipe(
    Stream.mapChunksEffect(decodeAll),
    Stream.catchAll((error: SqlError.SqlError) => Stream.fromEffect(storageErrors(Effect.fail(error))))
  )
}
