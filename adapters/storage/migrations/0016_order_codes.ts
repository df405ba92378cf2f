import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The codes of a library in the order in which they were made: slices of them begin where the last one ended. */
export const orderCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX codes_of_library ON codes (library_id, id)`
})
