import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Models with their members, tags and versions, and the uploads from which they are created. */
export const createModels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE models (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Importing', 'Ready', 'Failed')),
    failure TEXT,
    default_role TEXT NOT NULL,
    version_id BIGINT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CHECK ((state = 'Ready') = (version_id IS NOT NULL))
  )`
  yield* sql`CREATE INDEX models_of_project ON models (project_id, state)`
  yield* sql`CREATE TABLE model_members (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (model_id, user_id)
  )`
  yield* sql`CREATE TABLE tags (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    UNIQUE (project_id, name)
  )`
  yield* sql`CREATE TABLE model_tags (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    tag_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (model_id, tag_id)
  )`
  yield* sql`CREATE INDEX model_tags_of_tag ON model_tags (tag_id)`
  yield* sql`CREATE TABLE model_versions (
    id ${identity},
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    project_version_id BIGINT NOT NULL,
    shared_data_version_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    products INTEGER NOT NULL,
    source_blob TEXT NOT NULL,
    table_blob TEXT NOT NULL,
    parquet_blob TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX model_versions_of_model ON model_versions (model_id)`
  yield* sql`CREATE INDEX model_versions_by_source ON model_versions (source_blob)`
  yield* sql`CREATE INDEX model_versions_by_table ON model_versions (table_blob)`
  yield* sql`CREATE INDEX model_versions_by_parquet ON model_versions (parquet_blob)`
  yield* sql`CREATE TABLE uploads (
    upload_key TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Issued', 'Used')),
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`
})
