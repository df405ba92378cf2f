import type { SqlClient } from "@effect/sql/SqlClient"
import { Option, Schema } from "effect"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readAll, readFirst } from "../sql/Rows.ts"
import { transaction } from "../sql/Transaction.ts"
import { emptying } from "../libraries/Emptying.ts"

const Staging = Schema.Struct({ projectId: integer, locationsAfter: integer })
const Row = Schema.Struct({ id: integer })

/**
 * Takes away what an import stored that is over, and its staging: in many short transactions, and again from where it
 * was cut short.
 */
export const discard = fn("discard")(function* (sql: SqlClient, id: number) {
  const empty = emptying(sql)
  const found = yield* readFirst(
    Staging,
    sql`SELECT project_id AS "projectId", locations_after AS "locationsAfter" FROM stagings WHERE id = ${id}`
  )
  if (Option.isNone(found)) return
  const { locationsAfter, projectId } = found.value
  const libraries = (table: "material_libraries" | "codification_libraries") =>
    readAll(Row, sql`SELECT id FROM ${sql(table)} WHERE project_id = ${projectId} AND staged_by = ${id}`)
  for (const library of yield* libraries("material_libraries")) yield* empty.materialLibrary(library.id)
  for (const library of yield* libraries("codification_libraries")) yield* empty.codificationLibrary(library.id)
  yield* empty.locations(projectId, locationsAfter, sql`AND staged_by = ${id}`)
  yield* transaction(sql)(sql`DELETE FROM stagings WHERE id = ${id}`)
})

/** Takes away what all imports have stored that are over. */
export const discardLeft = fn("discardLeft")(function* (sql: SqlClient) {
  const left = yield* readAll(
    Row,
    sql`SELECT s.id FROM stagings s WHERE NOT EXISTS (SELECT 1 FROM operations o
      WHERE o.id = s.operation_id AND o.token = s.token AND o.status = 'InProgress')`
  )
  for (const { id } of left) yield* discard(sql, id)
})
