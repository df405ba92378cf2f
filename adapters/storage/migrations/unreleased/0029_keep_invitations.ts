import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Invitations to projects, whose secrets are stored as hashes, and the names of removed accounts. */
export const keepInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE project_invitations (
    id ${identity},
    invitation_id TEXT NOT NULL UNIQUE,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX project_invitations_of_project ON project_invitations (project_id, id)`
  yield* sql`CREATE INDEX project_invitations_by_end ON project_invitations (ends_at)`
  // Nobody but an operator may give such a name an account again: memberships of the name remain.
  yield* sql`CREATE TABLE former_accounts (user_id TEXT PRIMARY KEY)`
})
