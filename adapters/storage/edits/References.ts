import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import { visible } from "../libraries/Visible.ts"

/**
 * Returns a condition: the object to which an edit of that kind refers is in the project. It is true for a kind without
 * references. Every reader of edits uses it, so that no edit refers to a deleted object, even if it raced with the
 * deletion.
 *
 * @param kind kind of the field
 * @param guid null if the edit refers to nothing
 */
export const isThere = (
  sql: SqlClient.SqlClient,
  project: number,
  kind: Statement.Fragment,
  guid: Statement.Fragment
): Statement.Fragment => sql`(CASE ${kind}
  WHEN 'Material' THEN EXISTS (SELECT 1 FROM materials m JOIN material_libraries l ON l.id = m.library_id
    WHERE m.project_id = ${project} AND m.guid = ${guid} AND l.project_id = ${project} AND ${visible(sql, project)}
      AND ${visible(sql, project, "m")})
  WHEN 'SpatialLocation' THEN EXISTS (SELECT 1 FROM locations l
    WHERE l.project_id = ${project} AND l.guid = ${guid} AND ${visible(sql, project)})
  WHEN 'Code' THEN EXISTS (SELECT 1 FROM codes c JOIN codification_libraries l ON l.id = c.library_id
    WHERE c.project_id = ${project} AND c.guid = ${guid} AND l.project_id = ${project} AND ${visible(sql, project)}
      AND ${visible(sql, project, "c")})
  ELSE TRUE END)`
