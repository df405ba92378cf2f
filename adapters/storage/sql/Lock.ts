import type { SqlClient, Statement } from "@effect/sql"

/**
 * Behind a SELECT: whoever wants to change the rows that it reads waits until the transaction is over. SQLite has one
 * writer, so nothing needs to be locked there.
 */
export const locked = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })
