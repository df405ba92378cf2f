import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/projects/Role.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { flag, readAll } from "../sql/Rows.ts"

const Member = Schema.Struct({
  userId: UserId,
  projectRole: ProjectRole,
  isCreator: flag,
  given: Schema.NullOr(ModelRole),
  defaultRole: ModelRole
})

const rowsPerStatement = 500

/**
 * Keeps who could see a model that is being removed, so that its events still reach them. Runs within the caller's
 * transaction, before the model leaves its project.
 */
export const keepReaders = fn("keepReaders")(function* (sql: SqlClient, modelId: number) {
  const members = yield* readAll(
    Member,
    sql`SELECT pm.user_id AS "userId", pm.role AS "projectRole", mm.role AS given, m.default_role AS "defaultRole",
        CASE WHEN m.created_by = pm.user_id THEN 1 ELSE 0 END AS "isCreator"
      FROM models m JOIN project_members pm ON pm.project_id = m.project_id
      LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = pm.user_id WHERE m.id = ${modelId}`
  )
  const readers = members.filter((member) => modelRoleInForce(member) !== "NoAccess")
  yield* inBatches(
    readers,
    rowsPerStatement,
    (some) =>
      sql`INSERT INTO former_readers ${manyRows(sql, some, { model_id: modelId }, { user_id: ["TEXT", ({ userId }) => userId] })}`
  )
})
