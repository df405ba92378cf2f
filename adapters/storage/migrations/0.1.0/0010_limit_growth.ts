import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Rows of a statement that fills in lower-cased names: few enough that it ends soon. */
const rowsPerStatement = 200

/** Columns and indexes for counting towards limits, and the order in which names are listed. */
export const limitGrowth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { ordered } = columns(sql)
  // bytes: the stored size; reserved: the size that uploads in progress may add.
  yield* sql`ALTER TABLE uploads ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE uploads ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0`
  yield* sql`CREATE INDEX uploads_of_user ON uploads (user_id, expires_at) WHERE state = 'Issued'`
  yield* sql`CREATE INDEX projects_of_creator ON projects (created_by)`
  yield* sql`CREATE INDEX locations_of_users ON locations (project_id) WHERE imported = 0`
  yield* sql`CREATE INDEX codification_libraries_of_users ON codification_libraries (project_id) WHERE model_id IS NULL`
  yield* sql`CREATE INDEX material_libraries_of_users ON material_libraries (project_id) WHERE model_id IS NULL`
  for (const table of ["projects", "models"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN lowered ${ordered} NOT NULL DEFAULT ''`
    // Names are lower-cased here, because the two storages support different letters.
    for (let last = 0; ;) {
      const rows = yield* sql<{ readonly id: number; readonly name: string }>`SELECT id, name FROM ${sql(table)}
        WHERE id > ${last} ORDER BY id LIMIT ${rowsPerStatement}`
      if (rows.length === 0) break
      for (const { id, name } of rows) {
        yield* sql`UPDATE ${sql(table)} SET lowered = ${name.toLowerCase()} WHERE id = ${id}`
      }
      last = rows.at(-1)!.id
    }
  }
})
