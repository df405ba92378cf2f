import type { SqlClient } from "@effect/sql/SqlClient"
import * as Chunk from "effect/Chunk"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import type { Page } from "../../../src/ports/Stored.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { integer } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { operationColumns, OperationRow } from "./OperationRows.ts"

const Count = Schema.Struct({ count: integer })

/**
 * Returns the operations of a project that a member may read, newest first (contract section 8): imports, exports and
 * automatic checks of visible models; failed imports and operations of removed models if the member started them, or all of them for
 * Owners; failed imports of new files for Modelers, who can try them again; and the calculations and checks that the member started. The statements use the stream connections and the indexes.
 */
export const listOperations = (sql: SqlClient) =>
  fn("OperationRepository.list")(function* (
    projectId: ProjectId,
    { isOwner, userId }: { readonly userId: UserId; readonly isOwner: boolean },
    { page, pageSize }: Page
  ) {
    const sees = sql`(m.created_by = ${userId} OR coalesce(mm.role, m.default_role) <> 'NoAccess')`
    const started = sql`o.started_by = ${userId}`
    const maintains = sql`(m.state = 'Ready' AND (m.created_by = ${userId}
      OR coalesce(mm.role, m.default_role) IN ('Owner', 'Modeler')))`
    const ofProject = sql`SELECT o.sequence FROM operations o LEFT JOIN models m ON m.id = o.model_id AND m.project_id = o.project_id
      LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
      WHERE o.project_id = ${Number(projectId)}`
    // The kinds are written as in the conditions of the indexes, which apply to no other wording.
    const visible = sql`${ofProject} AND (o.kind IN ('ImportIfc', 'ExportIfc') OR o.is_automatic = 1) AND ${
      isOwner
        ? sql`TRUE`
        : sql`CASE WHEN m.id IS NULL THEN ${started}
            WHEN o.kind = 'ImportIfc' AND o.status = 'Failed' THEN ${started} OR ${maintains} ELSE ${sees} END`
    }
      UNION ALL
      ${ofProject} AND o.kind IN ('CalculateQuantities', 'CalculateDerivedProperties', 'CheckRequirements')
        AND o.is_automatic = 0 AND ${started}
        AND ${isOwner ? sql`TRUE` : sql`(m.id IS NULL OR ${sees})`}`
    const counted = yield* Stream.runHead(rowStream(sql`SELECT count(*) AS count FROM (${visible}) AS visible`, Count))
    const totalCount = Option.getOrThrow(counted).count
    const before = (page - 1) * pageSize
    if (before >= totalCount) return { items: [], totalCount }
    const rows = rowStream(
      sql`SELECT ${operationColumns(sql)} FROM operations WHERE sequence IN
        (SELECT sequence FROM (${visible} ORDER BY sequence DESC LIMIT ${pageSize} OFFSET ${before}) AS page)
        ORDER BY sequence DESC`,
      OperationRow
    )
    return { items: Chunk.toReadonlyArray(yield* Stream.runCollect(rows)), totalCount }
  })
