import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Clients in the order of their creation, which is how operators list them. */
export const listClients = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX clients_by_creation ON clients (created_at, client_id)`
})
