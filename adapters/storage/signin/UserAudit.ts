import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { auditEach, type AuditedAction, serviceAudit } from "../history/Audit.ts"
import { key, readAll } from "../sql/Rows.ts"

const Project = Schema.Struct({ projectId: key(ProjectId) })

/**
 * Records an action in the audit of the service and, if it concerns a user, in those of the user's projects, of at most
 * 1,000. Runs within the transaction of the action, as its last statements.
 */
export const auditOfUser = fn("auditOfUser")(function* (
  sql: SqlClient,
  concerned: string | undefined,
  action: Omit<AuditedAction, "projectId">
) {
  const projects =
    concerned === undefined
      ? []
      : yield* readAll(
          Project,
          sql`SELECT project_id AS "projectId" FROM project_members WHERE user_id = ${concerned}
            ORDER BY project_id LIMIT ${limits.entriesOfList.most}`
        )
  yield* auditEach(sql, [serviceAudit, ...projects.map(({ projectId }) => projectId)], action)
})
