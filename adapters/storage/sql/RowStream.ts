import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { storageErrors } from "./Transaction.ts"

/** Rows that are read at once: as many as are decoded within a millisecond. */
export const mostFew = 128

/** The statement that gives one more of them at most; null: it has a limit of its own. */
export const withFew = (sql: string): string | null => (/\bLIMIT\b/i.test(sql) ? null : `${sql}\nLIMIT ${mostFew + 1}`)

/** Where a client has what gives all rows of a read if they are few and quick to get, else null. */
export const few: unique symbol = Symbol("few")

/** Null: there are more rows than `mostFew`, or they take long; a stream is to read them. */
export type Few = (
  statement: Statement.Statement<object>
) => Effect.Effect<ReadonlyArray<object> | null, SqlError.SqlError>

const fewOf = (sql: object): Few | null => (few in sql ? (sql[few] as Few) : null)

/**
 * Gives the rows of a statement, of one moment, in chunks: few of them at once where the client can, for a stream of none
 * takes ten times as long as to read them. A row that its schema refuses is a defect.
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
      // A transaction reads what it has written; and who looks at statements is to see them all.
      fiber.currentContext.unsafeMap.has(SqlClient.TransactionConnection.key) ||
      fiber.getFiberRef(Statement.currentTransformer)._tag === "Some"
        ? streamed
        : Effect.flatMap(atOnce(statement), (rows) => (rows === null ? streamed : taken(rows)))
    )
  )
}

/** The rows as a map of what is made of each. */
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

/** All rows of a statement, of one moment; it keeps its connection until it has given them. */
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
