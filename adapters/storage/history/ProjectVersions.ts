import type { SqlClient } from "@effect/sql/SqlClient"
import { Schema } from "effect"
import { type ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { key, readOne } from "../sql/Rows.ts"

const Inserted = Schema.Struct({ id: key(VersionId) })

const insert = (sql: SqlClient, projectId: ProjectId, table: "shared_data_versions" | "project_versions") =>
  readOne(
    Inserted,
    sql`INSERT INTO ${sql(table)} (project_id, created_at) VALUES (${Number(projectId)}, ${now(sql)}) RETURNING id`
  )

/** Gives a project a new project version and a new shared data version, and makes them its latest. */
export const newVersions = fn("newVersions")(function* (sql: SqlClient, projectId: ProjectId) {
  const shared = yield* insert(sql, projectId, "shared_data_versions")
  const project = yield* insert(sql, projectId, "project_versions")
  yield* sql`UPDATE projects SET project_version_id = ${Number(project.id)}, shared_data_version_id = ${Number(shared.id)}
    WHERE id = ${Number(projectId)}`
  return { projectVersionId: project.id, sharedDataVersionId: shared.id }
})

/** Gives a project a new project version, with what it shares as it is. */
export const newProjectVersion = fn("newProjectVersion")(function* (sql: SqlClient, projectId: ProjectId) {
  const { id } = yield* insert(sql, projectId, "project_versions")
  yield* sql`UPDATE projects SET project_version_id = ${Number(id)} WHERE id = ${Number(projectId)}`
  return id
})
