import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The property sets that a file gives a material, as JSON rows; null for none. */
export const keepMaterialProperties = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE materials ADD COLUMN properties TEXT`
})
