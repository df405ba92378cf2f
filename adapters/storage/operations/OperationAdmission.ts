import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TooManyRequests } from "../../../src/domain/Errors.ts"
import { maxOpenInputBytes, maxOpenOperations } from "../../../src/domain/operations/Operation.ts"
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
      WHERE started_by = ${userId} AND status IN ('Queued', 'InProgress')`
  )
  if (count >= maxOpenOperations) {
    const details = `You have ${maxOpenOperations} operations that have not ended. Wait until one has.`
    return yield* new TooManyRequests({ details, retryAfterSeconds })
  }
  if (bytes >= maxOpenInputBytes) {
    const details = `Your operations that have not ended keep ${maxOpenInputBytes} bytes. Wait until one has ended.`
    return yield* new TooManyRequests({ details, retryAfterSeconds })
  }
})

/**
 * Locks the user and runs `admit`, for a transaction that starts an operation. Must run before any audit entry is
 * written.
 */
export const admitAlone = (sql: SqlClient, userId: UserId) => Effect.zipRight(lockUser(sql, userId), admit(sql, userId))
