import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Tokens for programs, stored as hashes. */
export const keepProgramTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // scopes: separated by spaces; used_at: the beginning of the day.
  yield* sql`CREATE TABLE program_tokens (
    id ${identity},
    token_id TEXT NOT NULL UNIQUE,
    secret_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    is_limited INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    used_at BIGINT
  )`
  yield* sql`CREATE INDEX program_tokens_of_user ON program_tokens (user_id, id)`
  yield* sql`CREATE INDEX program_tokens_by_end ON program_tokens (ends_at)`
  // The only projects that a limited token reaches; the projects that another one does not reach.
  yield* sql`CREATE TABLE program_token_projects (
    token BIGINT NOT NULL REFERENCES program_tokens (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    PRIMARY KEY (token, project_id)
  )`
  yield* sql`CREATE INDEX program_token_projects_of_project ON program_token_projects (project_id, token)`
})
