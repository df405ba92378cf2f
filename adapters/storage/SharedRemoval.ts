import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { nextTurn } from "../../src/domain/EventLoop.ts"

const rowsPerStatement = 500

/** Repeats a statement that returns the rows it changed until it finds no more; the event loop turns in between. */
const whileThereAre = <E, R>(slice: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.gen(function* () {
    while ((yield* slice).length === rowsPerStatement) yield* nextTurn
  })

const removeAll = (
  sql: SqlClient.SqlClient,
  table: "codes" | "materials" | "property_definitions" | "locations",
  which: Statement.Fragment
) =>
  whileThereAre(
    sql`DELETE FROM ${sql(table)}
      WHERE id IN (SELECT id FROM ${sql(table)} WHERE ${which} LIMIT ${rowsPerStatement}) RETURNING id`
  )

/**
 * Empties the libraries that a model brought, before the model takes them along: one statement for a hundred thousand
 * rows would keep everybody waiting. Runs within the caller's transaction.
 */
export const emptyLibrariesOf = Effect.fn("emptyLibrariesOf")(function* (sql: SqlClient.SqlClient, modelId: number) {
  const inLibraries = (table: "codification_libraries" | "material_libraries") =>
    sql`library_id IN (SELECT id FROM ${sql(table)} WHERE model_id = ${modelId})`
  yield* removeAll(sql, "codes", inLibraries("codification_libraries"))
  yield* removeAll(sql, "materials", inLibraries("material_libraries"))
})

/** The same for all that a project shares. */
export const emptyShared = Effect.fn("emptyShared")(function* (sql: SqlClient.SqlClient, projectId: number) {
  const inProject = sql`project_id = ${projectId}`
  for (const table of ["codes", "materials", "property_definitions"] as const) yield* removeAll(sql, table, inProject)
  // A location takes along what lies below it, at once.
  yield* whileThereAre(
    sql`UPDATE locations SET parent_guid = NULL WHERE id IN (SELECT id FROM locations
      WHERE ${inProject} AND parent_guid IS NOT NULL LIMIT ${rowsPerStatement}) RETURNING id`
  )
  yield* removeAll(sql, "locations", inProject)
})
