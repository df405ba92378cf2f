import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Operations are counted by kind and status in an index of their own. */
export const countOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX operations_by_kind ON operations (kind, status)`
})
