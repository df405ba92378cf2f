import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { datasetPause } from "../../../src/domain/dataset/DatasetPause.ts"
import { type ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { key, readOne } from "../sql/Rows.ts"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import { audit, type AuditedAction } from "./Audit.ts"

const Inserted = Schema.Struct({ id: key(VersionId) })

/** Inserts a version and returns its id. */
const insert = (sql: SqlClient, projectId: ProjectId, table: "shared_data_versions" | "project_versions") =>
  Effect.map(
    readOne(
      Inserted,
      sql`INSERT INTO ${sql(table)} (project_id, created_at) VALUES (${Number(projectId)}, ${now(sql)}) RETURNING id`
    ),
    ({ id }) => id
  )

/** Notes that the dataset of a project is behind. `waits` for more changes if it is not known to be behind already. */
export const markDataset = (sql: SqlClient, projectId: ProjectId, waits: boolean) => {
  const { longest, shortest, times } = datasetPause
  const millis = waits
    ? sql`CASE WHEN ${times} * datasets.last_millis > ${longest - shortest} THEN ${longest}
        ELSE ${times} * datasets.last_millis + ${shortest} END`
    : sql`0`
  return sql`INSERT INTO datasets (project_id, lease_until) VALUES (${Number(projectId)}, ${now(sql)})
    ON CONFLICT (project_id) DO UPDATE SET marked = datasets.marked + 1, behind = 1,
      lease_until = CASE WHEN datasets.behind = 1 THEN datasets.lease_until ELSE ${now(sql)} + ${millis} END`
}

/** Inserts a project version and a shared data version, makes them the latest of the project and returns their ids. */
export const newVersions = fn("newVersions")(function* (sql: SqlClient, projectId: ProjectId) {
  const sharedDataVersionId = yield* insert(sql, projectId, "shared_data_versions")
  const projectVersionId = yield* insert(sql, projectId, "project_versions")
  yield* sql`UPDATE projects
    SET project_version_id = ${Number(projectVersionId)}, shared_data_version_id = ${Number(sharedDataVersionId)}
    WHERE id = ${Number(projectId)}`
  yield* markDataset(sql, projectId, true)
  return { projectVersionId, sharedDataVersionId }
})

/**
 * The same as `newVersions`, with an audit entry for the action that changed the project, and its events. These are the
 * last statements of the transaction that performed it.
 */
export const newVersionsOf = (sql: SqlClient, audited: AuditedAction, events: ReadonlyArray<NewEvent>) =>
  Effect.zipRight(newVersions(sql, audited.projectId), audit(sql, audited, events))

/** Inserts a project version, makes it the latest and returns its id. The shared data version stays the same. */
export const newProjectVersion = fn("newProjectVersion")(function* (sql: SqlClient, projectId: ProjectId) {
  const id = yield* insert(sql, projectId, "project_versions")
  yield* sql`UPDATE projects SET project_version_id = ${Number(id)} WHERE id = ${Number(projectId)}`
  yield* markDataset(sql, projectId, false)
  return id
})
