import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { IdempotencyKeyReused, TooManyRequests } from "../../../src/domain/Errors.ts"
import { sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { type AnswerKey, AnswerRepository, type KeptAnswer } from "../../../src/ports/projects/AnswerRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { durable } from "../sql/Durable.ts"
import { countUpTo } from "../sql/Limit.ts"
import { repository } from "../sql/Repository.ts"
import { flag, readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

/** Interval at which expired answers are removed, in seconds. */
const untilForgottenSeconds = 3600

const keptMillis = 24 * 3600 * 1000

const Row = Schema.Struct({
  bodyHash: Schema.String,
  expired: flag,
  answer: Schema.parseJson(
    Schema.Struct({
      status: Schema.Int,
      headers: Schema.Record({ key: Schema.String, value: Schema.String }),
      body: Schema.String
    })
  )
})

export const layer = repository(AnswerRepository, (sql) => {
  const inTransaction = transaction(sql)
  const row = ({ key, path, userId }: Omit<AnswerKey, "bodyHash">) =>
    sql`user_id = ${userId} AND path = ${path} AND answer_key = ${key}`

  const find = (key: Omit<AnswerKey, "bodyHash">) =>
    readFirst(
      Row,
      sql`SELECT body_hash AS "bodyHash", answer,
          CASE WHEN kept_until <= ${now(sql)} THEN 1 ELSE 0 END AS expired
        FROM answers WHERE ${row(key)}`
    )
  const answerFor = (key: AnswerKey, { answer, bodyHash }: typeof Row.Type) =>
    bodyHash === key.bodyHash
      ? Effect.succeed(answer)
      : new IdempotencyKeyReused({ details: "This Idempotency-Key came with another body before." })

  return {
    find: fn("AnswerRepository.find")(function* (key) {
      const kept = Option.filter(yield* find(key), ({ expired }) => !expired)
      if (Option.isSome(kept)) yield* durable(sql)
      return yield* Effect.transposeMapOption(kept, (row) => answerFor(key, row))
    }, storageErrors),
    once: <E, R>(key: AnswerKey, work: Effect.Effect<KeptAnswer, E, R>) =>
      Effect.gen(function* () {
        // A second request with the same key waits here until the first has committed.
        const first = yield* sql`INSERT INTO answers (user_id, path, answer_key, body_hash, answer, kept_until)
            VALUES (${key.userId}, ${key.path}, ${key.key}, ${key.bodyHash}, '', ${now(sql)} + ${keptMillis})
            ON CONFLICT (user_id, path, answer_key) DO UPDATE
              SET body_hash = excluded.body_hash, answer = '', kept_until = excluded.kept_until
              WHERE answers.kept_until <= ${now(sql)}
            RETURNING answer_key`
        if (first.length === 0) return yield* answerFor(key, Option.getOrThrow(yield* find(key)))
        const kept = yield* countUpTo(sql, limits.keptAnswers.most + 1, sql`answers WHERE user_id = ${key.userId}`)
        if (kept > limits.keptAnswers.most) {
          return yield* new TooManyRequests({
            details: sentenceOf(limits.keptAnswers),
            retryAfterSeconds: untilForgottenSeconds
          })
        }
        const fresh = yield* work
        yield* sql`UPDATE answers SET answer = ${JSON.stringify(fresh)} WHERE ${row(key)}`
        return fresh
      }).pipe(inTransaction)
  }
})
