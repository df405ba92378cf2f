import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/**
 * Behind a SELECT: whoever wants to change the rows that it reads waits until the transaction is over. SQLite has one
 * writer, so nothing needs to be locked there.
 */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })

/** The same, beside others who only want the rows to stay as they are. */
export const kept = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR SHARE`, orElse: () => sql`` })

/**
 * Whoever else is about to change what is counted of the user waits until the transaction is over; a user need not have
 * a row. Taken after the project, where both are.
 */
export const lockUser = (sql: SqlClient.SqlClient, userId: string) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 0))`),
    orElse: () => Effect.void
  })
