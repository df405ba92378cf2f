import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Clients that registered themselves: the name that they claim, a keyed hash of the address that they came from, by
 * which registrations are limited, and the time of their last use.
 */
export const registerClients = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { ordered } = columns(sql)
  yield* sql`ALTER TABLE clients ADD COLUMN is_registered INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE clients ADD COLUMN name TEXT`
  yield* sql`ALTER TABLE clients ADD COLUMN registered_from ${ordered}`
  yield* sql`ALTER TABLE clients ADD COLUMN used_at BIGINT`
  yield* sql`CREATE INDEX registered_clients ON clients (registered_from, created_at) WHERE is_registered = 1`
})
