import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Forgets the results computed from geometry, because those of earlier releases have no areas, and lengths along the
 * axes of boxes. The service computes those of existing models again by itself; the old files are collected.
 */
export const measureAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM measured_tables`
})
