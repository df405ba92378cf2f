import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * The key under which a client holds the effect that waits for the disk, if reads may see data that is not on disk yet.
 */
export const flush: unique symbol = Symbol("flush")

const hasOne = (sql: object): sql is { readonly [flush]: Effect.Effect<void, SqlError.SqlError> } => flush in sql

/**
 * Waits until everything that was read outside a transaction would survive a power cut. Must run before an irreversible
 * step is based on such a read. Fails if the disk does not accept the data.
 */
export const durable = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  hasOne(sql) ? sql[flush] : Effect.void
