import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readAll } from "../sql/Rows.ts"
import { transaction } from "../sql/Transaction.ts"

/** Rows that go in one transaction: others have their turn within a few milliseconds. */
export const rowsAtOnce = 500

const Id = Schema.Struct({ id: integer })

/** Takes away what nobody sees any more, in many short transactions: rows that hang on each other are parted first. */
export const purge = (sql: SqlClient.SqlClient) => {
  const inTransaction = transaction(sql)

  /** Does something to slices of rows by their ids, after one, until there are none. */
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

  /** Repeats a statement that takes away `rowsAtOnce` rows at most until there are none. */
  const untilNone = fn("purge.untilNone")(function* (statement: Statement.Statement<object>) {
    while ((yield* inTransaction(statement)).length === rowsAtOnce);
  })

  const ofLibrary = (table: "codes" | "materials", library: number) => (after: number) =>
    sql`SELECT id FROM ${sql(table)} WHERE library_id = ${library} AND id > ${after} ORDER BY id LIMIT ${rowsAtOnce}`

  /** A library of materials with what is in it. It is remembered of a model that is still there what it brought. */
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

  /** The same of a library of codes. */
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

  /** Rows that were made after one, as far as they meet the condition. Nothing is remembered of them. */
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
