import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** The sealed tokens that an external provider issued for a sign-in; null if this service issues the tokens. */
export const keepProviderTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes } = columns(sql)
  // The column holds the tokens until the code is exchanged.
  yield* sql`ALTER TABLE sign_ins ADD COLUMN waiting_tokens ${bytes}`
  yield* sql`ALTER TABLE sign_ins ADD COLUMN provider_refresh ${bytes}`
  // Until this time no other process uses the refresh token at the provider.
  yield* sql`ALTER TABLE sign_ins ADD COLUMN claimed_until BIGINT`
})
