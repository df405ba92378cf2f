import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Operators among the accounts, links by which users set their passwords, whose secrets are stored as hashes, and the
 * time at which each user was last seen.
 */
export const nameOperators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD COLUMN is_operator INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE users ADD COLUMN last_seen_at BIGINT`
  yield* sql`CREATE TABLE password_links (
    user_id TEXT PRIMARY KEY REFERENCES accounts (user_id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL UNIQUE,
    ends_at BIGINT NOT NULL
  )`
})
