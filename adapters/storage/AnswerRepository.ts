import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, FiberRef, Layer, Option, Schema } from "effect"
import { IdempotencyKeyReused } from "../../src/domain/Errors.ts"
import { type AnswerKey, AnswerRepository, type KeptAnswer } from "../../src/ports/AnswerRepository.ts"
import { now } from "./Clock.ts"
import { transaction } from "./Transaction.ts"

const keptMillis = 24 * 3600 * 1000

const Row = Schema.Struct({
  bodyHash: Schema.String,
  answer: Schema.parseJson(
    Schema.Struct({
      status: Schema.Int,
      headers: Schema.Record({ key: Schema.String, value: Schema.String }),
      body: Schema.String
    })
  )
})

const Key = Schema.Struct({ userId: Schema.String, path: Schema.String, key: Schema.String })

const waiting = FiberRef.unsafeMake<Array<Effect.Effect<void>> | null>(null)

export const layer = Layer.effect(
  AnswerRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inTransaction = transaction(sql)

    const find = SqlSchema.findOne({
      Request: Key,
      Result: Row,
      execute: ({ key, path, userId }) => sql`SELECT body_hash AS "bodyHash", answer FROM answers
        WHERE user_id = ${userId} AND path = ${path} AND answer_key = ${key}`
    })

    return AnswerRepository.of({
      afterCommit: (effect) =>
        Effect.flatMap(FiberRef.get(waiting), (list) =>
          list === null ? effect : Effect.sync(() => void list.push(effect))
        ),
      once: <E, R>(key: AnswerKey, work: Effect.Effect<KeptAnswer, E, R>) =>
        Effect.gen(function* () {
          const after: Array<Effect.Effect<void>> = []
          const answer = yield* Effect.gen(function* () {
            yield* sql`DELETE FROM answers WHERE user_id = ${key.userId} AND path = ${key.path}
              AND answer_key = ${key.key} AND kept_until <= ${now(sql)}`
            // Whoever comes second with the key waits here until the first has committed.
            const first = yield* sql`INSERT INTO answers (user_id, path, answer_key, body_hash, answer, kept_until)
              VALUES (${key.userId}, ${key.path}, ${key.key}, ${key.bodyHash}, '', ${now(sql)} + ${keptMillis})
              ON CONFLICT (user_id, path, answer_key) DO NOTHING RETURNING answer_key`
            if (first.length === 0) {
              const kept = Option.getOrThrow(yield* find(key))
              if (kept.bodyHash !== key.bodyHash) {
                return yield* new IdempotencyKeyReused({
                  details: "This Idempotency-Key came with another body before."
                })
              }
              return kept.answer
            }
            const fresh = yield* Effect.locally(work, waiting, after)
            yield* sql`UPDATE answers SET answer = ${JSON.stringify(fresh)}
              WHERE user_id = ${key.userId} AND path = ${key.path} AND answer_key = ${key.key}`
            return fresh
          }).pipe(inTransaction)
          yield* Effect.all(after, { discard: true })
          return answer
        })
    })
  })
)
