import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readAll } from "../sql/Rows.ts"

const Removed = Schema.Struct({
  id: integer,
  projectId: integer,
  type: Schema.String,
  modelId: Schema.NullOr(integer)
})

/**
 * Removes the events that `which` selects, and with the event of a model's removal those who could see the model, and
 * returns what was removed. Runs within the caller's transaction.
 */
export const removeEvents = fn("removeEvents")(function* (sql: SqlClient, which: Statement.Fragment) {
  const removed = yield* readAll(
    Removed,
    sql`DELETE FROM events WHERE ${which} RETURNING id, project_id AS "projectId", type, model_id AS "modelId"`
  )
  const gone = removed.flatMap(({ modelId, type }) => (type === "model.removed" && modelId !== null ? [modelId] : []))
  if (gone.length > 0) yield* sql`DELETE FROM former_readers WHERE ${sql.in("model_id", gone)}`
  return removed
})
