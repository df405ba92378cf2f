import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"

/**
 * Returns a condition on rows of a project in a table: they do not belong to an import that is still storing its data.
 */
export const visible = (
  sql: SqlClient.SqlClient,
  projectId: number,
  table: "c" | "l" | "m" = "l"
): Statement.Fragment =>
  sql`${sql.literal(table)}.staged_by <> coalesce((SELECT id FROM stagings WHERE project_id = ${projectId}), -1)`
