import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ModelId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { sessionMillis, anotherActive } from "../../../src/domain/models/Session.ts"
import { SessionRepository } from "../../../src/ports/models/SessionRepository.ts"
import * as SingleFlight from "../../../src/runtime/SingleFlight.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readFirst } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { isActive, renewSession } from "../edits/SessionRenewal.ts"

const Row = Schema.Struct({
  clientSessionId: Schema.NullOr(Schema.String),
  expiresAt: integer,
  millisLeft: integer
})

export const layer = repository(SessionRepository, (sql) => {
  const renewals = SingleFlight.make<boolean, SqlError>()
  const own = (userId: UserId, modelId: ModelId) => sql`model_id = ${Number(modelId)} AND user_id = ${userId}`

  const read = (userId: UserId, modelId: ModelId) =>
    readFirst(
      Row,
      sql`SELECT session_id AS "clientSessionId", used_at + ${sessionMillis} AS "expiresAt",
          used_at + ${sessionMillis} - ${now(sql)} AS "millisLeft"
        FROM edit_sessions WHERE ${own(userId, modelId)} AND ${isActive(sql)}`
    )

  /** Returns the first part of an upsert, without the assignments and conditions for an existing session. */
  const inserted = (userId: UserId, modelId: ModelId, id: string | null) =>
    sql`INSERT INTO edit_sessions (model_id, user_id, session_id, used_at)
      VALUES (${Number(modelId)}, ${userId}, ${id}, ${now(sql)})
      ON CONFLICT (model_id, user_id) DO UPDATE SET used_at = excluded.used_at`

  const start = fn("SessionRepository.start")(function* (userId: UserId, modelId: ModelId, id: string) {
    for (;;) {
      const started = yield* sql`${inserted(userId, modelId, id)}, session_id = excluded.session_id
        WHERE edit_sessions.session_id = excluded.session_id
          OR edit_sessions.used_at <= excluded.used_at - ${sessionMillis}
        RETURNING user_id`
      if (started.length > 0) return
      const other = yield* read(userId, modelId)
      // The session may have ended between the two statements.
      if (Option.isSome(other)) return yield* anotherActive(other.value.millisLeft)
    }
  }, storageErrors)

  return {
    start,
    takeOver: (userId, modelId, id) =>
      storageErrors(
        Effect.asVoid(
          sql`${inserted(userId, modelId, id)}, session_id = coalesce(excluded.session_id, edit_sessions.session_id)`
        )
      ),
    end: (userId, modelId, id) =>
      storageErrors(
        Effect.asVoid(
          sql`DELETE FROM edit_sessions WHERE ${own(userId, modelId)} ${id === null ? sql`` : sql`AND session_id = ${id}`}`
        )
      ),
    // Concurrent renewals of a session share one write.
    renew: (userId, modelId, id) =>
      storageErrors(renewals.next(JSON.stringify([userId, modelId, id]), renewSession(sql, userId, modelId, id))),
    read: (userId, modelId) =>
      storageErrors(
        Effect.map(
          read(userId, modelId),
          Option.map(({ clientSessionId, expiresAt }) => ({ clientSessionId, expiresAt }))
        )
      )
  }
})
