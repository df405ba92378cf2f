import type * as SqlClient from "@effect/sql/SqlClient"

/** The order of names (contract section 2.14) of a table that has them lower-cased as well. */
export const byName = (sql: SqlClient.SqlClient, table: string) => {
  const [id, lowered, name] = [sql(`${table}.id`), sql(`${table}.lowered`), sql(`${table}.name`)]
  return sql.onDialectOrElse({
    pg: () => sql`ORDER BY ${lowered}, ${name} COLLATE "C", ${id}`,
    orElse: () => sql`ORDER BY ${lowered}, ${name}, ${id}`
  })
}
