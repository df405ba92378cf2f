import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { ModelId, type ProjectId } from "../../../src/domain/Identifier.ts"
import type { ModelRole } from "../../../src/domain/projects/Role.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { key, readOne } from "../sql/Rows.ts"

const Inserted = Schema.Struct({ id: key(ModelId) })

/** Inserts a model whose import has not ended and returns its id. Runs within the caller's transaction. */
export const insertModel = fn("insertModel")(function* (
  sql: SqlClient,
  model: {
    readonly projectId: ProjectId
    readonly guid: string
    readonly name: string
    readonly defaultRole: ModelRole
    readonly createdBy: string
  }
) {
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO models (project_id, guid, name, lowered, state, default_role, created_by, created_at)
      VALUES (${Number(model.projectId)}, ${model.guid}, ${model.name}, ${model.name.toLowerCase()}, 'Importing', ${model.defaultRole},
        ${model.createdBy}, ${now(sql)}) RETURNING id`
  )
  return id
})
