import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The program that made an entry of the audit, and its interface; null in older entries, whose hashes leave them out. */
export const namePrograms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE audit ADD COLUMN client TEXT`
  yield* sql`ALTER TABLE audit ADD COLUMN via TEXT`
})
