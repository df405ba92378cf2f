import type * as SqlClient from "@effect/sql/SqlClient"

/** Returns the parts of column definitions that the two dialects spell differently. */
export const columns = (sql: SqlClient.SqlClient) => ({
  /** An integer key that grows and is never reused. */
  identity: sql.onDialectOrElse({
    pg: () => sql.literal("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    orElse: () => sql.literal("INTEGER PRIMARY KEY AUTOINCREMENT")
  }),
  /** A text that is ordered by code point. */
  ordered: sql.onDialectOrElse({
    pg: () => sql.literal('TEXT COLLATE "C"'),
    orElse: () => sql.literal("TEXT")
  }),
  bytes: sql.onDialectOrElse({ pg: () => sql.literal("BYTEA"), orElse: () => sql.literal("BLOB") })
})
