import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Users whose account was deleted count as not seen, so that they are listed only if they call again. */
export const leaveOutDeletedUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE users SET last_seen_at = NULL
    WHERE EXISTS (SELECT 1 FROM former_accounts f WHERE f.user_id = users.user_id)
      AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = users.user_id)`
})
