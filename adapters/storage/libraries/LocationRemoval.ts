import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { readGuids } from "../sql/Rows.ts"

const perStatement = 200

/**
 * Returns the guids of a location and of all locations below it, ancestors first; empty if the location does not exist.
 */
const guidsFrom = fn("guidsFrom")(function* (sql: SqlClient, projectId: number, guid: string) {
  const guids = yield* readGuids(sql`SELECT guid FROM locations WHERE project_id = ${projectId} AND guid = ${guid}`)
  for (let at = 0; at < guids.length;) {
    const slice = guids.slice(at, at + perStatement)
    at += slice.length
    const parents = sql.in("parent_guid", slice)
    const below = yield* readGuids(sql`SELECT guid FROM locations WHERE project_id = ${projectId} AND ${parents}`)
    for (const one of below) guids.push(one)
  }
  return guids
})

/**
 * Deletes a location with all locations below it, in slices, including those that an import has staged. Imported ones
 * are recorded as deleted after the current version. Runs within the caller's transaction, which must have locked the
 * project.
 */
export const removeBranch = fn("removeBranch")(function* (sql: SqlClient, projectId: number, guid: string) {
  const guids = yield* guidsFrom(sql, projectId, guid)
  yield* inBatches(guids.reverse(), perStatement, (slice) =>
    Effect.zipRight(
      sql`INSERT INTO deleted_locations (project_id, guid, deleted_after)
        SELECT l.project_id, l.guid, p.shared_data_version_id FROM projects p CROSS JOIN locations l
        WHERE p.id = ${projectId} AND l.project_id = ${projectId} AND l.imported = 1 AND ${sql.in("l.guid", slice)}
        ON CONFLICT (project_id, guid) DO UPDATE SET deleted_after = excluded.deleted_after`,
      sql`DELETE FROM locations WHERE project_id = ${projectId} AND ${sql.in("guid", slice)}`
    )
  )
})
