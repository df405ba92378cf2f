import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The open datasets of projects: how far each is, and the files of each model. All projects are to be written. */
export const createDatasets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // marked: counts the changes of the project; behind: whether some are not in the dataset; claims: counts those who
  // began to write, and names the metadata files of each; lease_until: nobody may begin before; last_millis: how long
  // the last writing took; location, content: null before the first commit; content: JSON of tables and models.
  yield* sql`CREATE TABLE datasets (
    project_id BIGINT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    marked BIGINT NOT NULL DEFAULT 1,
    behind INTEGER NOT NULL DEFAULT 1,
    claims BIGINT NOT NULL DEFAULT 0,
    lease_until BIGINT NOT NULL DEFAULT 0,
    last_millis BIGINT NOT NULL DEFAULT 0,
    location TEXT,
    content TEXT,
    updated_at BIGINT
  )`
  yield* sql`CREATE INDEX datasets_behind ON datasets (lease_until) WHERE behind = 1`
  yield* sql`CREATE TABLE dataset_models (
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    model_id BIGINT NOT NULL,
    model_version_id BIGINT NOT NULL,
    shared_data_version_id BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    files TEXT NOT NULL,
    PRIMARY KEY (project_id, model_id)
  )`
  yield* sql`INSERT INTO datasets (project_id) SELECT id FROM projects`
})
