import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "./Columns.ts"

/** What a provider of tokens gave for a sign-in, sealed; null where tokens are ours. */
export const keepProviderTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes } = columns(sql)
  // Until the code is exchanged.
  yield* sql`ALTER TABLE sign_ins ADD COLUMN waiting_tokens ${bytes}`
  yield* sql`ALTER TABLE sign_ins ADD COLUMN provider_refresh ${bytes}`
  // Until then nobody else asks the provider with it.
  yield* sql`ALTER TABLE sign_ins ADD COLUMN claimed_until BIGINT`
})
