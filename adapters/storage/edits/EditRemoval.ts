import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { purge, rowsAtOnce } from "../libraries/Purge.ts"
import { integer, readAll } from "../sql/Rows.ts"
import { longTransaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({ modelId: integer, userId: Schema.String, goneTo: integer })

/** Columns that identify a row within a model. */
const keys = {
  personal_edits: "user_id, guid, field_id",
  public_edits: "version_id, position",
  version_changes: "version_id, position",
  version_fields: "version_id, field_id"
}

/** Deletes all edits of a model that nobody can see any more, in many short transactions. */
export const removeEdits = fn("removeEdits")(function* (sql: SqlClient, model: number) {
  const { untilNone } = purge(sql)
  for (const [table, columns] of Object.entries(keys)) {
    const key = sql.literal(columns)
    yield* untilNone(sql`DELETE FROM ${sql(table)} WHERE model_id = ${model} AND (${key}) IN
      (SELECT ${key} FROM ${sql(table)} WHERE model_id = ${model} LIMIT ${rowsAtOnce}) RETURNING model_id`)
  }
})

/** Deletes the personal edits that users have discarded or published, in many short transactions. */
export const removeDiscarded = fn("removeDiscarded")(function* (sql: SqlClient) {
  const { untilNone } = purge(sql)
  for (;;) {
    const users = yield* readAll(
      Row,
      sql`SELECT model_id AS "modelId", user_id AS "userId", gone_to AS "goneTo" FROM personal_changes
        WHERE emptied_to < gone_to LIMIT ${rowsAtOnce}`
    )
    if (users.length === 0) return
    for (const { goneTo, modelId, userId } of users) {
      const own = sql`model_id = ${modelId} AND user_id = ${userId}`
      const gone = sql`${own} AND revision <= ${goneTo}`
      // A new edit may have replaced one of these meanwhile.
      yield* untilNone(sql`DELETE FROM personal_edits WHERE ${gone} AND (guid, field_id) IN
        (SELECT guid, field_id FROM personal_edits WHERE ${gone} ORDER BY revision LIMIT ${rowsAtOnce}) RETURNING guid`)
      yield* longTransaction(sql)(sql`UPDATE personal_changes SET emptied_to = ${goneTo} WHERE ${own}`)
    }
  }
})
