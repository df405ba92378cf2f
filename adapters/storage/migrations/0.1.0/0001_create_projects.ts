import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Users, projects with their members, stored answers to repeated requests, and the two kinds of version of a project.
 */
export const createProjects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity, bytes } = columns(sql)
  yield* sql`CREATE TABLE secrets (name TEXT PRIMARY KEY, value ${bytes} NOT NULL)`
  yield* sql`CREATE TABLE users (
    user_id TEXT PRIMARY KEY,
    name TEXT,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE TABLE projects (
    id ${identity},
    name TEXT NOT NULL,
    description TEXT,
    is_sample INTEGER NOT NULL DEFAULT 0,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    project_version_id BIGINT,
    shared_data_version_id BIGINT
  )`
  yield* sql`CREATE TABLE project_members (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('User', 'Contributor', 'Owner')),
    UNIQUE (project_id, user_id)
  )`
  yield* sql`CREATE TABLE answers (
    user_id TEXT NOT NULL,
    path TEXT NOT NULL,
    answer_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    kept_until BIGINT NOT NULL,
    PRIMARY KEY (user_id, path, answer_key)
  )`
  yield* sql`CREATE INDEX answers_by_end ON answers (kept_until)`
  yield* sql`CREATE INDEX project_members_of_user ON project_members (user_id, project_id)`
  yield* sql`CREATE TABLE project_versions (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX project_versions_of_project ON project_versions (project_id)`
  yield* sql`CREATE TABLE shared_data_versions (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX shared_data_versions_of_project ON shared_data_versions (project_id)`
})
