import type { SqlClient, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { type ConfigError, Layer, type Redacted } from "effect"

/**
 * A PostgreSQL database by its URL; connections are made when they are needed, at most `connections`.
 *
 * Fails with `SqlError` when it does not answer within five seconds.
 */
export const layer = (options: {
  readonly url: Redacted.Redacted
  readonly connections: number
}): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | ConfigError.ConfigError> =>
  PgClient.layer({
    url: options.url,
    maxConnections: options.connections,
    connectTimeout: "5 seconds",
    applicationName: "plinth"
  })
