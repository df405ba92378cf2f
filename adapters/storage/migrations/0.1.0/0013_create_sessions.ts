import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The single edit session of a user on a model: the client's id if it sent one, and the time of last use. */
export const createSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE edit_sessions (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    session_id TEXT,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (model_id, user_id)
  )`
})
