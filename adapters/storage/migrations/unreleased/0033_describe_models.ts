import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Columns of what models say at a glance. They are null for models that an earlier release imported. */
export const describeModels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE model_versions ADD COLUMN file_schema TEXT`
  yield* sql`ALTER TABLE model_versions ADD COLUMN size_bytes BIGINT`
  // The reference and the offset are JSON, in metres and degrees.
  yield* sql`ALTER TABLE model_versions ADD COLUMN geo_reference TEXT`
  yield* sql`ALTER TABLE measured_tables ADD COLUMN view_offset TEXT`
})
