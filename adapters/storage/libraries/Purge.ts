import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readAll } from "../sql/Rows.ts"
import { longTransaction } from "../sql/Transaction.ts"

/** Rows that one transaction deletes. Others get their turn within a few milliseconds. */
export const rowsAtOnce = 500

const Id = Schema.Struct({ id: integer })

/** Deletes data that nobody can see any more, in many short transactions. References between rows are cleared first. */
export const purge = (sql: SqlClient.SqlClient) => {
  const inTransaction = longTransaction(sql)

  /** Runs `each` on slices of the ids of rows after `first` until there are none. */
  const inSlices = fn("purge.inSlices")(function* <E, R>(
    first: number,
    rows: (after: number) => Statement.Statement<object>,
    each: (ids: ReadonlyArray<number>) => Effect.Effect<unknown, E, R>
  ) {
    for (let after = first; ;) {
      const ids = (yield* readAll(Id, rows(after))).map(({ id }) => id)
      if (ids.length > 0) yield* inTransaction(each(ids))
      if (ids.length < rowsAtOnce) return
      after = ids.at(-1)!
    }
  })

  /** Repeats work that deletes at most `rowsAtOnce` rows, and returns them, until none are left. */
  const untilNone = fn("purge.untilNone")(function* <E, R>(deleted: Effect.Effect<ReadonlyArray<object>, E, R>) {
    while ((yield* inTransaction(deleted)).length === rowsAtOnce);
  })

  const ofLibrary = (table: "codes" | "materials", library: number) => (after: number) =>
    sql`SELECT id FROM ${sql(table)} WHERE library_id = ${library} AND id > ${after} ORDER BY id LIMIT ${rowsAtOnce}`

  /**
   * Deletes a material library and its materials. If its model still exists, the imported materials are recorded as
   * deleted.
   */
  const materialLibrary = fn("purge.materialLibrary")(function* (library: number) {
    yield* inSlices(0, ofLibrary("materials", library), (ids) =>
      sql`INSERT INTO deleted_materials (model_id, project_id, guid)
        SELECT l.model_id, m.project_id, m.guid FROM materials m JOIN material_libraries l ON l.id = m.library_id
          JOIN models ON models.id = l.model_id AND models.project_id = m.project_id AND models.state = 'Ready'
        WHERE ${sql.in("m.id", ids)} AND m.imported_name IS NOT NULL
        ON CONFLICT (model_id, guid) DO NOTHING`.pipe(
        Effect.zipRight(sql`DELETE FROM materials WHERE ${sql.in("id", ids)}`)
      )
    )
    yield* inTransaction(sql`DELETE FROM material_libraries WHERE id = ${library}`)
  })

  /** The same for a codification library. */
  const codificationLibrary = fn("purge.codificationLibrary")(function* (library: number) {
    const codes = ofLibrary("codes", library)
    yield* untilNone(sql`UPDATE codes SET parent_guid = NULL WHERE id IN (SELECT id FROM codes
      WHERE library_id = ${library} AND parent_guid > '' LIMIT ${rowsAtOnce}) RETURNING id`)
    yield* inSlices(0, codes, (ids) =>
      sql`INSERT INTO deleted_codes (project_id, model_id, guid)
        SELECT c.project_id, l.model_id, c.guid FROM codes c JOIN codification_libraries l ON l.id = c.library_id
          JOIN models ON models.id = l.model_id AND models.project_id = c.project_id AND models.state = 'Ready'
        WHERE ${sql.in("c.id", ids)} AND c.imported = 1
        ON CONFLICT (model_id, guid) DO NOTHING`.pipe(
        Effect.zipRight(sql`DELETE FROM codes WHERE ${sql.in("id", ids)}`)
      )
    )
    yield* inTransaction(sql`DELETE FROM codification_libraries WHERE id = ${library}`)
  })

  /** Deletes rows with ids above `first` that match the condition, without recording them as deleted. */
  const madeAfter = fn("purge.madeAfter")(function* (
    table: "locations" | "materials" | "codes",
    first: number,
    which: Statement.Fragment
  ) {
    const rows = (after: number) => sql`SELECT id FROM ${sql(table)}
      WHERE id > ${after} AND ${which} ORDER BY id LIMIT ${rowsAtOnce}`
    const within = (ids: ReadonlyArray<number>) => sql`WHERE ${sql.in("id", ids)}`
    if (table !== "materials") {
      const part = (ids: ReadonlyArray<number>) =>
        sql`UPDATE ${sql(table)} SET parent_guid = NULL ${within(ids)} AND parent_guid IS NOT NULL`
      yield* inSlices(first, rows, part)
    }
    yield* inSlices(first, rows, (ids) => sql`DELETE FROM ${sql(table)} ${within(ids)}`)
  })

  return { untilNone, materialLibrary, codificationLibrary, madeAfter }
}
