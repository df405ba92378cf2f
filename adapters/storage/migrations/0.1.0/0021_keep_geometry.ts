import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Results computed from the geometry of models, and files generated from their versions. */
export const keepGeometry = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Results are keyed by product table, because versions with the same file share one, as do all sample models. Null
  // blobs: the computation failed.
  yield* sql`CREATE TABLE measured_tables (
    table_blob TEXT PRIMARY KEY,
    measures_blob TEXT,
    exchange_blob TEXT,
    exchange_triangles BIGINT,
    view_blob TEXT,
    view_triangles BIGINT,
    picture_blob TEXT
  )`
  for (const kind of ["measures", "exchange", "view", "picture"]) {
    const column = `${kind}_blob`
    yield* sql`CREATE INDEX ${sql(`measured_tables_by_${kind}`)} ON measured_tables (${sql(column)})`
  }
  yield* sql`CREATE TABLE derived_files (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    file_blob TEXT NOT NULL,
    triangles BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    PRIMARY KEY (model_id, source, name)
  )`
  yield* sql`CREATE INDEX derived_files_by_blob ON derived_files (file_blob)`
  yield* sql`CREATE INDEX derived_files_by_age ON derived_files (asked_at)`
})
