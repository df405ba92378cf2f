import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TooManyRequests } from "../../../src/domain/Errors.ts"
import { sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { lockUser } from "../sql/Lock.ts"
import { integer, readOne } from "../sql/Rows.ts"

/** Seconds until a slot may be free: short operations have ended by then. */
const retryAfterSeconds = 10

const Open = Schema.Struct({ count: integer, bytes: integer })

/** Fails with `TooManyRequests` if the user has too many unfinished operations to start another. */
export const admit = fn("admit")(function* (sql: SqlClient, userId: UserId) {
  const { bytes, count } = yield* readOne(
    Open,
    sql`SELECT count(*) AS count, coalesce(sum(input_bytes), 0) AS bytes FROM operations
      WHERE started_by = ${userId} AND is_automatic = 0 AND status IN ('Queued', 'InProgress')`
  )
  const { inputOfOperations, openOperations } = limits
  const reached =
    count >= openOperations.most ? openOperations : bytes >= inputOfOperations.most ? inputOfOperations : null
  if (reached !== null) return yield* new TooManyRequests({ details: sentenceOf(reached), retryAfterSeconds })
})

/**
 * Locks the user and runs `admit`, for a transaction that starts an operation. Must run before any audit entry is
 * written.
 */
export const admitAlone = (sql: SqlClient, userId: UserId) => Effect.zipRight(lockUser(sql, userId), admit(sql, userId))
