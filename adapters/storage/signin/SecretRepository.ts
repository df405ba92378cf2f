import * as Effect from "effect/Effect"
import { SecretRepository } from "../../../src/ports/SecretRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

interface Row {
  readonly value: Uint8Array
}

const fresh = () => crypto.getRandomValues(new Uint8Array(32))

export const layer = repository(SecretRepository, (sql) => {
  const inTransaction = transaction(sql)

  const current = fn("SecretRepository.current")(function* (name: string, first = fresh()) {
    yield* sql`INSERT INTO secrets (name, value) VALUES (${name}, ${first}) ON CONFLICT (name) DO NOTHING`
    const rows = yield* sql<Row>`SELECT value FROM secrets WHERE name = ${name} ${locked(sql)}`
    return new Uint8Array(rows[0]!.value)
  })

  return {
    secret: (name) => inTransaction(current(name)),
    holding: fn("SecretRepository.holding")(function* (name) {
      // A single statement sees either all of a rotation or none of it.
      const rows = yield* sql<Row & { readonly used: number }>`
        SELECT value, 1 AS used, 0 AS id FROM secrets WHERE name = ${name}
        UNION ALL SELECT value, 0, id FROM retired_secrets WHERE name = ${name} AND ends_at > ${now(sql)}
        ORDER BY used DESC, id DESC`
      return rows[0]?.used === 1
        ? rows.map(({ value }) => new Uint8Array(value))
        : [yield* inTransaction(current(name))]
    }, storageErrors),
    rotate: fn("SecretRepository.rotate")(function* (name, forMillis) {
      const old = yield* current(name)
      yield* forMillis > 0
        ? sql`INSERT INTO retired_secrets (name, value, ends_at) VALUES (${name}, ${old}, ${now(sql)} + ${forMillis})`
        : sql`DELETE FROM retired_secrets WHERE name = ${name}`
      yield* sql`UPDATE secrets SET value = ${fresh()} WHERE name = ${name}`
    }, inTransaction),
    agreed: (name, value) => inTransaction(current(name, value)),
    agree: (name, value) =>
      sql`INSERT INTO secrets (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`.pipe(inTransaction, Effect.asVoid)
  }
})
