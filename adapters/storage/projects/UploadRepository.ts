import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TooManyRequests } from "../../../src/domain/Errors.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { UploadRepository } from "../../../src/ports/models/UploadRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { lockUser } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  key: Schema.String,
  userId: UserId,
  state: Schema.Literal("Issued", "Used"),
  expiresAt: integer,
  expired: flag
})
const Open = Schema.Struct({ count: integer, millis: Schema.NullOr(integer) })
const Stored = Schema.Struct({ bytes: integer })
const Owner = Schema.Struct({ userId: UserId })

/**
 * Time after the expiry of an upload key during which its reserved bytes count, in milliseconds. They stop counting
 * then because the process that was receiving the upload may have died.
 */
const reservedMillis = 4 * 3_600_000

/** `Retry-After` of a refused upload, in seconds. Stored uploads that were not used are removed over the day. */
const untilCollectedSeconds = 3600

export const layer = repository(UploadRepository, (sql) => {
  const inTransaction = transaction(sql)
  const shown = () => sql`upload_key AS "key", user_id AS "userId", state, expires_at AS "expiresAt",
      CASE WHEN expires_at <= ${now(sql)} THEN 1 ELSE 0 END AS expired`

  const storedBy = (userId: UserId) =>
    Effect.map(
      readOne(
        Stored,
        sql`SELECT coalesce(sum(bytes + CASE WHEN expires_at > ${now(sql)} - ${reservedMillis} THEN reserved ELSE 0 END), 0) AS bytes FROM uploads
          WHERE user_id = ${userId} AND state = 'Issued'`
      ),
      ({ bytes }) => bytes
    )

  const tooMuchStored = (mostBytes: number) =>
    new TooManyRequests({
      details: sentenceOf(limits.storedUploads, mostBytes),
      retryAfterSeconds: untilCollectedSeconds
    })

  const refuseMore = Effect.fn(function* (userId: UserId) {
    const { count, millis } = yield* readOne(
      Open,
      sql`SELECT count(*) AS count, min(expires_at) - ${now(sql)} AS millis FROM uploads
        WHERE user_id = ${userId} AND state = 'Issued' AND expires_at > ${now(sql)}`
    )
    if (count >= limits.uploadKeys.most) {
      return yield* new TooManyRequests({
        details: sentenceOf(limits.uploadKeys),
        retryAfterSeconds: Math.max(1, Math.ceil((millis ?? 0) / 1000))
      })
    }
  })

  return {
    find: fn("UploadRepository.find")(
      (key) => readFirst(Row, sql`SELECT ${shown()} FROM uploads WHERE upload_key = ${key}`),
      storageErrors
    ),
    issue: fn("UploadRepository.issue")(function* (key, userId, seconds, mostBytes, alsoStored = 0) {
      yield* lockUser(sql, userId)
      yield* refuseMore(userId)
      if ((yield* storedBy(userId)) + alsoStored >= mostBytes) return yield* tooMuchStored(mostBytes)
      return yield* readOne(
        Row,
        sql`INSERT INTO uploads (upload_key, user_id, state, expires_at, created_at)
            VALUES (${key}, ${userId}, 'Issued', ${now(sql)} + ${seconds * 1000}, ${now(sql)}) RETURNING ${shown()}`
      )
    }, inTransaction),
    reserve: fn("UploadRepository.reserve")(function* (key, bytes, mostBytes) {
      const owner = yield* readFirst(Owner, sql`SELECT user_id AS "userId" FROM uploads WHERE upload_key = ${key}`)
      if (Option.isNone(owner)) return
      const { userId } = owner.value
      yield* lockUser(sql, userId)
      if ((yield* storedBy(userId)) + bytes > mostBytes) return yield* tooMuchStored(mostBytes)
      yield* sql`UPDATE uploads SET reserved = reserved + ${bytes} WHERE upload_key = ${key}`
    }, inTransaction),
    release: (key, bytes, stored) =>
      sql`UPDATE uploads SET reserved = reserved - ${bytes} ${stored === null ? sql`` : sql`, bytes = ${stored}`}
          WHERE upload_key = ${key}`.pipe(inTransaction, Effect.asVoid),
    takeUp: sql`UPDATE uploads SET reserved = 0 WHERE reserved <> 0`.pipe(inTransaction, Effect.asVoid)
  }
})
