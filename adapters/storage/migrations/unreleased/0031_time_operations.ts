import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The time at which an operation was first taken up; null if it never was, or before this column existed. */
export const timeOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE operations ADD COLUMN started_at BIGINT`
})
