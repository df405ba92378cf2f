import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { ModelId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { sessionMillis } from "../../../src/domain/models/Session.ts"
import { now } from "../sql/Clock.ts"

/** Returns a condition on rows of `edit_sessions`: the session is active. */
export const isActive = (sql: SqlClient) => sql`used_at > ${now(sql)} - ${sessionMillis}`

/**
 * Renews the session of that id, or any session if `id` is null, and returns whether an active one exists. Within a
 * transaction the row stays locked until its end.
 */
export const renewSession = (sql: SqlClient, userId: UserId, modelId: ModelId, id: string | null) =>
  Effect.map(
    sql`UPDATE edit_sessions SET used_at = ${now(sql)}
      WHERE model_id = ${Number(modelId)} AND user_id = ${userId} AND ${isActive(sql)}
        ${id === null ? sql`` : sql`AND session_id = ${id}`} RETURNING user_id`,
    (renewed) => renewed.length > 0
  )
