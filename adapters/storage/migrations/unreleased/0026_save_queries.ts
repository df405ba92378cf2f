import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Queries that members of a project saved, as JSON, for themselves or for all. */
export const saveQueries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity, ordered } = columns(sql)
  yield* sql`CREATE TABLE saved_queries (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    lowered ${ordered} NOT NULL,
    description TEXT,
    query TEXT NOT NULL,
    shared INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX saved_queries_of_project ON saved_queries (project_id, id)`
})
