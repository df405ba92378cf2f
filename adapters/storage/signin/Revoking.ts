import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { accessTokenSeconds } from "../../../src/domain/signin/SignIn.ts"
import { now } from "../sql/Clock.ts"
import { disableWebhooks } from "../webhooks/WebhookRows.ts"
import { lockUser } from "../sql/Lock.ts"

/**
 * Retention of a user's revocation, in milliseconds: no token of this service is valid for longer than a year,
 * including a leap day and clock tolerance.
 */
const userMillis = 367 * 24 * 3_600_000
/**
 * Retention of a sign-in's revocation, in milliseconds: its access tokens have expired by then, whatever the clocks
 * show.
 */
const signInMillis = 2 * accessTokenSeconds * 1000

/** Ends the sign-ins that match a condition on their rows; access tokens issued for them are refused. */
export const endSignIns = (sql: SqlClient.SqlClient, which: Statement.Fragment) =>
  sql`INSERT INTO revocations (kind, subject, revoked_at, ends_at)
      SELECT 'SignIn', id, ${now(sql)}, ${now(sql)} + ${signInMillis} FROM sign_ins WHERE ${which}
      ON CONFLICT (kind, subject) DO NOTHING`.pipe(Effect.zipRight(sql`DELETE FROM sign_ins WHERE ${which}`))

/** Ends a user's sign-ins and tokens for programs, and disables the user's webhooks; access tokens issued to the user earlier are refused. */
export const revokeUser = (sql: SqlClient.SqlClient, userId: string) =>
  lockUser(sql, userId).pipe(
    Effect.zipRight(endSignIns(sql, sql`user_id = ${userId}`)),
    Effect.zipRight(sql`DELETE FROM program_tokens WHERE user_id = ${userId}`),
    Effect.zipRight(disableWebhooks(sql, sql`created_by = ${userId}`, "MakerRevoked")),
    Effect.zipRight(
      sql`INSERT INTO revocations (kind, subject, revoked_at, ends_at)
        VALUES ('User', ${userId}, ${now(sql)}, ${now(sql)} + ${userMillis})
        ON CONFLICT (kind, subject) DO UPDATE SET revoked_at = excluded.revoked_at, ends_at = excluded.ends_at`
    )
  )
