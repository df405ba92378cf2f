import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** An index for counting operations by kind and status. */
export const countOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX operations_by_kind ON operations (kind, status)`
})
