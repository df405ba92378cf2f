import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Events of projects, the members who could see a model when it was removed, and the number of the newest event that is
 * not kept any more.
 */
export const createEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE events (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    type TEXT NOT NULL,
    object TEXT NOT NULL,
    model_id BIGINT,
    model_version_id BIGINT,
    operation_id TEXT,
    data TEXT NOT NULL,
    audience TEXT NOT NULL,
    audience_user TEXT
  )`
  yield* sql`CREATE INDEX events_of_project ON events (project_id, id)`
  // The model itself is gone, so there is no foreign key.
  yield* sql`CREATE TABLE former_readers (
    model_id BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (model_id, user_id)
  )`
  yield* sql`ALTER TABLE projects ADD COLUMN events_expired BIGINT NOT NULL DEFAULT 0`
})
