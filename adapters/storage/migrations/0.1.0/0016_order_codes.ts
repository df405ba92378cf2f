import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** An index of the codes of a library in the order of creation, so that each slice begins where the last one ended. */
export const orderCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX codes_of_library ON codes (library_id, id)`
})
