import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"

/** Milliseconds added to the storage's time, so that a test can move it. Zero in service. */
export const offset = { millis: 0 }

/** Replaces the storage's time, so that a test can fix it at an instant. Null in service. */
export const stopped: { at: number | null } = { at: null }

/**
 * Returns the storage's time as an expression: milliseconds since 1970. Every deadline is computed and compared with
 * it, so that a process with a wrong clock neither takes over a lease too early nor lets a session live too long.
 */
export const now = (sql: SqlClient.SqlClient): Statement.Fragment =>
  stopped.at !== null
    ? sql`CAST(${stopped.at} AS BIGINT)`
    : sql.onDialectOrElse({
        pg: () => sql`(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${offset.millis}::bigint)`,
        orElse: () => sql`(CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${offset.millis})`
      })
