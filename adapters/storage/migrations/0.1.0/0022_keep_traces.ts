import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The trace of operations and of messages about them; null: none. Source: W3C Trace Context, 3.2. */
export const keepTraces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE operations ADD COLUMN traceparent TEXT`
  yield* sql`ALTER TABLE outbox ADD COLUMN traceparent TEXT`
})
