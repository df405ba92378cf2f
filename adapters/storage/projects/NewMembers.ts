import type * as SqlClient from "@effect/sql/SqlClient"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import type { ProjectRole } from "../../../src/domain/projects/Role.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { withinLimit } from "../sql/Limit.ts"
import { lockUser } from "../sql/Lock.ts"

/**
 * Adds a user who is not yet a member to a project, which must be locked. Fails with `LimitExceeded` if the project has
 * too many members, or the user too many memberships.
 */
export const insertMember = fn("insertMember")(function* (
  sql: SqlClient.SqlClient,
  projectId: ProjectId,
  userId: UserId,
  role: ProjectRole
) {
  const project = Number(projectId)
  yield* lockUser(sql, userId)
  yield* withinLimit(sql, limits.membersOfProject, sql`project_members WHERE project_id = ${project}`)
  yield* withinLimit(sql, limits.membershipsOfUser, sql`project_members WHERE user_id = ${userId}`)
  yield* sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${project}, ${userId}, ${role})`
})
