import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Topic } from "../../../src/ports/operations/OperationMessages.ts"
import { type Message, OutboxRepository } from "../../../src/ports/operations/OutboxRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { durable } from "../sql/Durable.ts"
import { alone } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readAll } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  id: integer,
  topic: Topic,
  key: Schema.String,
  message: Schema.String,
  traceparent: Schema.NullOr(Schema.String)
})

export const layer = repository(OutboxRepository, (sql) => {
  const inTransaction = transaction(sql)
  const waiting = (limit: number) =>
    storageErrors(
      readAll(
        Row,
        sql`SELECT id, topic, message_key AS "key", message, traceparent FROM outbox
          WHERE sent_at IS NULL ORDER BY id LIMIT ${limit}`
      )
    )
  return {
    relay: fn("OutboxRepository.relay")(function* <E, R>(
      limit: number,
      send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, E, R>
    ) {
      // The lock is not taken if there is nothing to send.
      if ((yield* waiting(1)).length === 0) return Option.some(0)
      const sent = Effect.fnUntraced(function* (isOurs: () => boolean) {
        const rows = yield* waiting(limit)
        yield* durable(sql)
        // A process that was suspended could send messages that another one has already sent.
        if (rows.length === 0 || !isOurs()) return 0
        yield* send(rows.map(({ key, message, topic, traceparent }) => ({ key, message, topic, traceparent })))
        const ids = rows.map(({ id }) => id)
        yield* inTransaction(sql`UPDATE outbox SET sent_at = ${now(sql)} WHERE ${sql.in("id", ids)}`)
        return rows.length
      })
      return yield* storageErrors(alone(sql, "outbox")(sent))
    })
  }
})
