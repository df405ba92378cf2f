import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Refresh tokens of browsers that were replaced lately, stored as hashes: one may still be presented for a minute. */
export const keepReplacedTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE replaced_tokens (
    sign_in TEXT NOT NULL REFERENCES sign_ins (id) ON DELETE CASCADE,
    refresh_hash TEXT NOT NULL,
    replaced_at BIGINT NOT NULL,
    PRIMARY KEY (sign_in, refresh_hash)
  )`
})
