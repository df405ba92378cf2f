import type { SqlClient } from "@effect/sql/SqlClient"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readAll, readFirst } from "../sql/Rows.ts"
import { longTransaction } from "../sql/Transaction.ts"
import { purge, rowsAtOnce } from "../libraries/Purge.ts"

const Staging = Schema.Struct({
  projectId: integer,
  modelId: Schema.NullOr(integer),
  locationsAfter: integer,
  materialsAfter: integer,
  codesAfter: integer
})
const Row = Schema.Struct({ id: integer })

/** Returns the number under which the changes of the version of a staging are stored. */
export const changesOf = (staging: number): number => -staging

/** Deletes the stored changes of the version of a staging, in many short transactions. */
export const discardChanges = fn("discardChanges")(function* (sql: SqlClient, model: number, staging: number) {
  const { untilNone } = purge(sql)
  const stored = sql`model_id = ${model} AND version_id = ${changesOf(staging)}`
  for (const [table, column] of [
    ["version_changes", "position"],
    ["version_fields", "field_id"]
  ] as const) {
    yield* untilNone(sql`DELETE FROM ${sql(table)} WHERE ${stored} AND ${sql(column)} IN
      (SELECT ${sql(column)} FROM ${sql(table)} WHERE ${stored} LIMIT ${rowsAtOnce}) RETURNING model_id`)
  }
})

/**
 * Deletes the data of an import that is over, and its staging, in many short transactions. If it is interrupted, the
 * next run continues.
 */
export const discard = fn("discard")(function* (sql: SqlClient, id: number) {
  const empty = purge(sql)
  // The import may only have been suspended. This waits for the transaction that it is running and prevents further
  // ones.
  yield* longTransaction(sql)(sql`UPDATE stagings SET token = -1 WHERE id = ${id}`)
  const found = yield* readFirst(
    Staging,
    sql`SELECT s.project_id AS "projectId", o.model_id AS "modelId", s.locations_after AS "locationsAfter",
        s.materials_after AS "materialsAfter", s.codes_after AS "codesAfter"
      FROM stagings s LEFT JOIN operations o ON o.id = s.operation_id WHERE s.id = ${id}`
  )
  if (Option.isNone(found)) return
  const { codesAfter, locationsAfter, materialsAfter, modelId, projectId } = found.value
  const ours = sql`staged_by = ${id}`
  // Rows are deleted before their libraries, because deleting a library records its rows as deleted by a user, and
  // nobody has seen these.
  yield* empty.madeAfter("materials", materialsAfter, ours)
  yield* empty.madeAfter("codes", codesAfter, ours)
  const libraries = (table: "material_libraries" | "codification_libraries") =>
    readAll(Row, sql`SELECT id FROM ${sql(table)} WHERE project_id = ${projectId} AND ${ours}`)
  for (const library of yield* libraries("material_libraries")) yield* empty.materialLibrary(library.id)
  for (const library of yield* libraries("codification_libraries")) yield* empty.codificationLibrary(library.id)
  yield* empty.madeAfter("locations", locationsAfter, sql`project_id = ${projectId} AND ${ours}`)
  if (modelId !== null) yield* discardChanges(sql, modelId, id)
  yield* longTransaction(sql)(sql`DELETE FROM stagings WHERE id = ${id}`)
})

/** Deletes the data of all imports that are over. */
export const discardLeft = fn("discardLeft")(function* (sql: SqlClient) {
  const left = yield* readAll(
    Row,
    sql`SELECT s.id FROM stagings s WHERE NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.id = s.operation_id AND o.token = s.token AND o.status = 'InProgress')`
  )
  for (const { id } of left) yield* discard(sql, id)
})
