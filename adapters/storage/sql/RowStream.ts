import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { storageErrors } from "./Transaction.ts"

/** Number of rows that are read at once: as many as are decoded within a millisecond. */
export const mostFew = 128

/** Returns the statement limited to one row more than `mostFew`, or null if it has a limit of its own. */
export const withFew = (sql: string): string | null => (/\bLIMIT\b/i.test(sql) ? null : `${sql}\nLIMIT ${mostFew + 1}`)

/** The key under which a client holds its `Few`, if it has one. */
export const few: unique symbol = Symbol("few")

/** Returns all rows of a statement, or null if there are more than `mostFew` or the read is slow and needs a stream. */
export type Few = (
  statement: Statement.Statement<object>
) => Effect.Effect<ReadonlyArray<object> | null, SqlError.SqlError>

const fewOf = (sql: object): Few | null => (few in sql ? (sql[few] as Few) : null)

/**
 * Passes the rows of a statement, from one snapshot, to `take` in chunks. If the client can, a few rows are read at
 * once, because a stream without rows takes ten times as long as reading them. A row that does not match its schema is
 * a defect.
 */
export const eachChunk = <A, I, E, R>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>,
  take: (rows: ReadonlyArray<A>) => Effect.Effect<void, E, R>
) => {
  const decode = Schema.decodeUnknownSync(row)
  const taken = (rows: ReadonlyArray<object>) => Effect.suspend(() => take(rows.map((one) => decode(one))))
  const streamed = Effect.suspend(() =>
    Stream.runForEachChunk(statement.stream, (rows) => taken(Chunk.toReadonlyArray(rows)))
  )
  const atOnce = fewOf(sql)
  if (atOnce === null) return storageErrors(streamed)
  return storageErrors(
    Effect.withFiberRuntime<void, E | SqlError.SqlError, R>((fiber) =>
      // A transaction has to see its own writes, and a transformer of statements has to see all of them.
      fiber.currentContext.unsafeMap.has(SqlClient.TransactionConnection.key) ||
      fiber.getFiberRef(Statement.currentTransformer)._tag === "Some"
        ? streamed
        : Effect.flatMap(atOnce(statement), (rows) => (rows === null ? streamed : taken(rows)))
    )
  )
}

/** Returns a map of the entries that `entryOf` makes of the rows. */
export const mapOf = <A, I, B>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>,
  entryOf: (row: A) => readonly [string, B]
): Effect.Effect<ReadonlyMap<string, B>, StorageUnavailable> =>
  Effect.suspend(() => {
    const map = new Map<string, B>()
    return Effect.as(
      eachRow(sql, statement, row, (one) => map.set(...entryOf(one))),
      map
    )
  })

/** The same as `eachChunk`, row by row. */
export const eachRow = <A, I>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>,
  take: (row: A) => void
) =>
  eachChunk(sql, statement, row, (rows) =>
    Effect.sync(() => {
      for (const row of rows) take(row)
    })
  )

/** Returns all rows of a statement, from one snapshot. The connection is held until all have been read. */
export const allRows = <A, I>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<object>,
  row: Schema.Schema<A, I>
): Effect.Effect<ReadonlyArray<A>, StorageUnavailable> =>
  Effect.suspend(() => {
    const all: Array<A> = []
    return Effect.as(
      eachRow(sql, statement, row, (one) => all.push(one)),
      all
    )
  })

/**
 * Streams the rows of a statement, from one snapshot, in the chunks in which the storage returns them, so that a long
 * list does not block others. A row that does not match its schema is a defect.
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
