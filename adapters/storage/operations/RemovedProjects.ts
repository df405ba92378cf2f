import type { SqlClient } from "@effect/sql/SqlClient"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { removeEdits } from "../edits/EditRemoval.ts"
import { removeEvents } from "../events/EventRemoval.ts"
import { purge, rowsAtOnce } from "../libraries/Purge.ts"
import { integer, readAll, readFirst } from "../sql/Rows.ts"
import { longTransaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({ id: integer })

/**
 * Deletes removed projects with all their contents, including what was moved out of other projects, in many short
 * transactions. If it is interrupted, the next run continues.
 */
export const purgeRemoved = fn("purgeRemoved")(function* (sql: SqlClient) {
  const inTransaction = longTransaction(sql)
  const { codificationLibrary, madeAfter, materialLibrary, untilNone } = purge(sql)

  /** Returns the ids of some rows of a table to which other rows refer. */
  const some = (table: "material_libraries" | "codification_libraries" | "models", project: number) =>
    readAll(Row, sql`SELECT id FROM ${sql(table)} WHERE project_id = ${project} ORDER BY id LIMIT ${rowsAtOnce}`)

  const ofModel = fn("purgeRemoved.ofModel")(function* (model: number) {
    for (const table of ["deleted_materials", "deleted_codes"]) {
      yield* untilNone(sql`DELETE FROM ${sql(table)} WHERE model_id = ${model} AND guid IN
        (SELECT guid FROM ${sql(table)} WHERE model_id = ${model} LIMIT ${rowsAtOnce}) RETURNING guid`)
    }
    // The operations stay readable; their outputs are removed.
    yield* untilNone(sql`UPDATE operations SET result_blob = NULL, report_blob = NULL WHERE sequence IN
      (SELECT sequence FROM operations WHERE model_id = ${model}
        AND (result_blob IS NOT NULL OR report_blob IS NOT NULL) LIMIT ${rowsAtOnce}) RETURNING sequence`)
    yield* untilNone(sql`DELETE FROM checks WHERE id IN
      (SELECT id FROM checks WHERE model_id = ${model} LIMIT ${rowsAtOnce}) RETURNING id`)
    yield* removeEdits(sql, model)
    yield* inTransaction(sql`DELETE FROM models WHERE id = ${model}`)
  })

  const emptyOne = fn("purgeRemoved.emptyOne")(function* (project: number) {
    for (const { id } of yield* some("material_libraries", project)) yield* materialLibrary(id)
    for (const { id } of yield* some("codification_libraries", project)) yield* codificationLibrary(id)
    yield* madeAfter("locations", 0, sql`project_id = ${project}`)
    for (const { id } of yield* some("models", project)) yield* ofModel(id)
    yield* untilNone(
      removeEvents(sql, sql`id IN (SELECT id FROM events WHERE project_id = ${project} LIMIT ${rowsAtOnce})`)
    )
    for (const table of [
      "edited_fields",
      "property_definitions",
      "property_sets",
      "saved_queries",
      "requirements",
      "topic_events",
      "topic_blobs",
      "topic_viewpoints",
      "topic_comments",
      "topics",
      "tags",
      "shared_data_versions",
      "project_versions"
    ]) {
      yield* untilNone(sql`DELETE FROM ${sql(table)} WHERE id IN
        (SELECT id FROM ${sql(table)} WHERE project_id = ${project} LIMIT ${rowsAtOnce}) RETURNING id`)
    }
    for (const table of ["property_guids", "deleted_locations"]) {
      yield* untilNone(sql`DELETE FROM ${sql(table)} WHERE project_id = ${project} AND guid IN
        (SELECT guid FROM ${sql(table)} WHERE project_id = ${project} LIMIT ${rowsAtOnce}) RETURNING guid`)
    }
    yield* untilNone(sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT d.id FROM webhook_deliveries d
      JOIN webhooks w ON w.id = d.webhook WHERE w.project_id = ${project} LIMIT ${rowsAtOnce}) RETURNING id`)
    yield* untilNone(sql`DELETE FROM program_token_projects WHERE project_id = ${project} AND token IN
      (SELECT token FROM program_token_projects WHERE project_id = ${project} LIMIT ${rowsAtOnce}) RETURNING token`)
    yield* untilNone(sql`DELETE FROM dataset_models WHERE project_id = ${project} AND model_id IN
      (SELECT model_id FROM dataset_models WHERE project_id = ${project} LIMIT ${rowsAtOnce}) RETURNING model_id`)
    const left = [
      ...(yield* some("material_libraries", project)),
      ...(yield* some("codification_libraries", project)),
      ...(yield* some("models", project))
    ]
    if (left.length === 0) yield* inTransaction(sql`DELETE FROM projects WHERE id = ${project}`)
  })

  for (;;) {
    const next = yield* readFirst(Row, sql`SELECT id FROM projects WHERE removed = 1 ORDER BY id LIMIT 1`)
    if (Option.isNone(next)) return
    yield* emptyOne(next.value.id)
  }
})
