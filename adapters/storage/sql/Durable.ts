import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Where a client has what waits for the disk, if what is read may not be there yet. */
export const flush: unique symbol = Symbol("flush")

const hasOne = (sql: object): sql is { readonly [flush]: Effect.Effect<void, SqlError.SqlError> } => flush in sql

/**
 * Waits until what has been read outside of a transaction would survive a power cut; to be done before anything is made
 * of it that cannot be taken back. Fails where the disk does not take it.
 */
export const durable = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  hasOne(sql) ? sql[flush] : Effect.void
