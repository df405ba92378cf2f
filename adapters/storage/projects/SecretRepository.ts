import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { SecretRepository } from "../../../src/ports/SecretRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

export const layer = Layer.effect(
  SecretRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SecretRepository.of({
      secret: fn("SecretRepository.secret")(
        function* (name) {
          const fresh = crypto.getRandomValues(new Uint8Array(32))
          yield* sql`INSERT INTO secrets (name, value) VALUES (${name}, ${fresh}) ON CONFLICT (name) DO NOTHING`
          const rows = yield* sql<{ readonly value: Uint8Array }>`SELECT value FROM secrets WHERE name = ${name}`
          return new Uint8Array(rows[0]!.value)
        },
        transaction(sql),
        storageErrors
      )
    })
  )
)
