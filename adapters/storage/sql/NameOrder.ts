import type * as SqlClient from "@effect/sql/SqlClient"

/** Returns the ORDER BY of names (contract section 2.14) for a table that also stores them lower-cased. */
export const byName = (sql: SqlClient.SqlClient, table: string) => {
  const [id, lowered, name] = [sql(`${table}.id`), sql(`${table}.lowered`), sql(`${table}.name`)]
  return sql.onDialectOrElse({
    pg: () => sql`ORDER BY ${lowered}, ${name} COLLATE "C", ${id}`,
    orElse: () => sql`ORDER BY ${lowered}, ${name}, ${id}`
  })
}
