import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { type ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { key, readOne } from "../sql/Rows.ts"
import { together, withNext } from "../sql/Together.ts"
import { type AuditedAction, lockAudit, nextEntry, writeEntry } from "./Audit.ts"

const Inserted = Schema.Struct({ id: key(VersionId) })

const insert = (sql: SqlClient, projectId: ProjectId, table: "shared_data_versions" | "project_versions") =>
  sql`INSERT INTO ${sql(table)} (project_id, created_at) VALUES (${Number(projectId)}, ${now(sql)}) RETURNING id`

/** Returns the ids of the rows that both inserts returned. */
const versionsOf = (rows: ReadonlyArray<ReadonlyArray<object>>) => {
  const [[shared], [project]] = rows as [[unknown], [unknown]]
  const idOf = (row: unknown) => Schema.decodeUnknownSync(Inserted)(row).id
  return { projectVersionId: idOf(project), sharedDataVersionId: idOf(shared) }
}
type Versions = ReturnType<typeof versionsOf>

const inserts = (sql: SqlClient, projectId: ProjectId) =>
  [insert(sql, projectId, "shared_data_versions"), insert(sql, projectId, "project_versions")] as const

const makeLatest = (sql: SqlClient, projectId: ProjectId, { projectVersionId, sharedDataVersionId }: Versions) =>
  sql`UPDATE projects
    SET project_version_id = ${Number(projectVersionId)}, shared_data_version_id = ${Number(sharedDataVersionId)}
    WHERE id = ${Number(projectId)}`

/** Inserts a project version and a shared data version, makes them the latest of the project and returns their ids. */
export const newVersions = fn("newVersions")(function* (sql: SqlClient, projectId: ProjectId) {
  const versions = versionsOf(yield* together(...inserts(sql, projectId)))
  yield* withNext(makeLatest(sql, projectId, versions))
  return versions
})

/**
 * The same as `newVersions`, with an audit entry for the action that changed the project. These are the last statements
 * of the transaction that performed it.
 */
export const newVersionsOf = fn("newVersionsOf")(function* (sql: SqlClient, audited: AuditedAction) {
  const { projectId } = audited
  yield* lockAudit(sql, projectId)
  const [shared, project, places] = yield* together(...inserts(sql, projectId), nextEntry(sql, projectId))
  const entry = yield* writeEntry(sql, audited, places![0])
  yield* withNext(makeLatest(sql, projectId, versionsOf([shared!, project!])), ...entry)
})

/** Inserts a project version, makes it the latest and returns its id. The shared data version stays the same. */
export const newProjectVersion = fn("newProjectVersion")(function* (sql: SqlClient, projectId: ProjectId) {
  const { id } = yield* readOne(Inserted, insert(sql, projectId, "project_versions"))
  yield* withNext(sql`UPDATE projects SET project_version_id = ${Number(id)} WHERE id = ${Number(projectId)}`)
  return id
})
