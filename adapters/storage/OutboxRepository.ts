import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { OutboxRepository } from "../../src/ports/OutboxRepository.ts"
import { now } from "./Clock.ts"
import { integer } from "./Rows.ts"
import { storageErrors, transaction } from "./Transaction.ts"

const Row = Schema.Struct({ id: integer, topic: Schema.String, key: Schema.String, message: Schema.String })

export const layer = Layer.effect(
  OutboxRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inTransaction = transaction(sql)
    const waiting = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Row,
      execute: (limit) => sql`SELECT id, topic, message_key AS "key", message FROM outbox
        WHERE sent_at IS NULL ORDER BY id LIMIT ${limit}`
    })
    return OutboxRepository.of({
      relay: (limit, send) =>
        Effect.gen(function* () {
          const messages = yield* storageErrors(waiting(limit))
          if (messages.length === 0) return 0
          yield* send(messages.map(({ key, message, topic }) => ({ key, message, topic })))
          yield* sql`UPDATE outbox SET sent_at = ${now(sql)}
            WHERE ${sql.in(
              "id",
              messages.map(({ id }) => id)
            )}`.pipe(inTransaction)
          return messages.length
        }).pipe(Effect.withSpan("OutboxRepository.relay"))
    })
  })
)
