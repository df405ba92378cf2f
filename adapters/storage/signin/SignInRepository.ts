import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClientId } from "../../../src/domain/signin/Client.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { codeSeconds, refreshMillis, repeatMillis } from "../../../src/domain/signin/SignIn.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import {
  type AskedRefresh,
  type Redemption,
  type Refusal,
  type ShownRefresh,
  SignInRepository
} from "../../../src/ports/signin/SignInRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit, serviceAudit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { kept, locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { endSignIns, revokeUser } from "./Revoking.ts"
import { ScopeNames } from "../sql/ScopeNames.ts"

/**
 * Time for which a process may claim the provider's refresh token, in milliseconds. It covers the answer of the
 * provider, the check of its token, which may need another request, and the attempts to store the result.
 */
const claimMillis = 90_000

const Bytes = Schema.NullOr(Schema.Uint8ArrayFromSelf)

const Row = Schema.Struct({
  id: Schema.String,
  clientId: ClientId,
  userId: UserId,
  redirectUri: Schema.String,
  challenge: Schema.String,
  scopes: ScopeNames,
  refreshHash: Schema.NullOr(Schema.String),
  isOver: flag,
  waiting: Bytes,
  providerRefresh: Bytes,
  isClaimed: flag
})

const ClientRow = Schema.Struct({ isRegistered: flag })
const Time = Schema.Struct({ at: integer })
const Revocation = Schema.Struct({ kind: Schema.Literal("User", "SignIn"), subject: Schema.String, at: integer })

export const layer = repository(SignInRepository, (sql) => {
  const inTransaction = transaction(sql)

  const find = (which: Statement.Fragment) =>
    readFirst(
      Row,
      sql`SELECT id, client_id AS "clientId", user_id AS "userId", redirect_uri AS "redirectUri", challenge, scopes,
          refresh_hash AS "refreshHash", CASE WHEN ends_at <= ${now(sql)} THEN 1 ELSE 0 END AS "isOver",
          waiting_tokens AS waiting, provider_refresh AS "providerRefresh",
          CASE WHEN claimed_until > ${now(sql)} THEN 1 ELSE 0 END AS "isClaimed"
        FROM sign_ins WHERE ${which} ${locked(sql)}`
    )

  const end = (id: string) => Effect.as(endSignIns(sql, sql`id = ${id}`), "Ended" as const)

  const refused: Refusal = "Refused"

  /** Returns the sign-in of a row. */
  const signInOf = fn("SignInRepository.signInOf")(function* ({ clientId, id, scopes, userId }: typeof Row.Type) {
    const revoked = yield* readFirst(
      Time,
      sql`SELECT revoked_at AS at FROM revocations WHERE kind = 'User' AND subject = ${userId}`
    )
    const notBefore = Option.match(revoked, { onNone: () => 0, onSome: ({ at }) => at })
    return { id, clientId, userId, scopes, notBefore }
  })

  /** Stores the hash of a refresh token for the sign-in and returns the sign-in. */
  const keep = (found: typeof Row.Type, refreshHash: string) =>
    Effect.zipRight(
      sql`UPDATE sign_ins SET refresh_hash = ${refreshHash}, waiting_tokens = NULL,
        ends_at = ${now(sql)} + ${refreshMillis} WHERE id = ${found.id}`,
      signInOf(found)
    )

  /** Selects the refresh tokens that were replaced so lately that they may be presented. */
  const isRecent = () => sql`replaced_at > ${now(sql)} - ${repeatMillis}`

  const wasJustReplaced = ({ id, refreshHash }: ShownRefresh) =>
    Effect.map(
      sql`SELECT sign_in FROM replaced_tokens WHERE sign_in = ${id} AND refresh_hash = ${refreshHash} AND ${isRecent()}`,
      (rows) => rows.length > 0
    )

  /** Keeps the hash of a refresh token that is being replaced, if it may be presented again, and forgets older ones. */
  const keepReplaced = ({ id, mayRepeat, refreshHash }: AskedRefresh) =>
    mayRepeat
      ? Effect.zipRight(
          sql`DELETE FROM replaced_tokens WHERE sign_in = ${id} AND NOT (${isRecent()})`,
          sql`INSERT INTO replaced_tokens (sign_in, refresh_hash, replaced_at) VALUES (${id}, ${refreshHash}, ${now(sql)})
            ON CONFLICT (sign_in, refresh_hash) DO NOTHING`
        )
      : Effect.void

  /**
   * Returns the sign-in if the latest refresh token is presented, or one that was just replaced and may repeat. Any
   * other token ends the sign-in.
   */
  const shown = fn("SignInRepository.shown")(function* (asked: AskedRefresh) {
    const { clientId, id, mayRepeat, refreshHash } = asked
    const found = Option.getOrNull(yield* find(sql`id = ${id}`))
    if (found === null || found.clientId !== clientId || found.isOver || found.refreshHash === null) return refused
    const isRepeated = found.refreshHash !== refreshHash
    if (isRepeated && !(mayRepeat && (yield* wasJustReplaced(asked)))) return yield* end(id)
    return { ...found, isRepeated, latestHash: found.refreshHash }
  })

  const redeemed = fn("SignInRepository.redeemed")(function* (redemption: Redemption) {
    const { challenge, clientId, codeHash, redirectUri, refreshHash } = redemption
    const found = Option.getOrNull(yield* find(sql`code_hash = ${codeHash}`))
    if (found === null) return refused
    if (found.refreshHash !== null) return yield* end(found.id)
    const fits = found.clientId === clientId && found.redirectUri === redirectUri && found.challenge === challenge
    if (found.isOver || !fits) return refused
    const { providerRefresh: refresh, waiting } = found
    return { ...(yield* keep(found, refreshHash)), sealed: waiting === null ? null : { waiting, refresh } }
  })

  const forgetUnredeemed = () => sql`DELETE FROM sign_ins WHERE refresh_hash IS NULL AND ends_at <= ${now(sql)}`

  return {
    begin: fn("SignInRepository.begin")(function* (signIn) {
      const { challenge, clientId, codeHash, id, passwordHash, redirectUri, scopes, sealed, userId } = signIn
      // Removing the client or changing the password waits for this transaction and then ends the sign-in, or is
      // committed first.
      const client = Option.getOrNull(
        yield* readFirst(
          ClientRow,
          sql`SELECT is_registered AS "isRegistered" FROM clients WHERE client_id = ${clientId} ${kept(sql)}`
        )
      )
      if (client === null) return false
      if (passwordHash !== null) {
        const same = yield* sql`SELECT user_id FROM accounts
          WHERE user_id = ${userId} AND password_hash = ${passwordHash} ${kept(sql)}`
        if (same.length === 0) return false
      }
      yield* forgetUnredeemed()
      yield* endSignIns(
        sql,
        sql`id IN (SELECT id FROM sign_ins WHERE user_id = ${userId}
          ORDER BY created_at DESC, id LIMIT ${limits.signIns.most} OFFSET ${limits.signIns.most - 1})`
      )
      yield* sql`INSERT INTO sign_ins
          (id, code_hash, client_id, user_id, redirect_uri, challenge, scopes, waiting_tokens, provider_refresh,
            created_at, ends_at)
        VALUES (${id}, ${codeHash}, ${clientId}, ${userId}, ${redirectUri}, ${challenge}, ${scopes.join(" ")},
          ${sealed?.waiting ?? null}, ${sealed?.refresh ?? null}, ${now(sql)}, ${now(sql)} + ${codeSeconds * 1000})`
      if (client.isRegistered) {
        const { requestId } = yield* Caller
        const allowed = { projectId: serviceAudit, action: "client.allow", object: clientId, outcome: "Done" }
        yield* Effect.provideService(audit(sql, allowed), Caller, { userId, requestId })
      }
      return true
    }, inTransaction),
    redeem: fn("SignInRepository.redeem")(function* (redemption) {
      // An unknown code does not take the write turn.
      const known = yield* storageErrors(sql`SELECT id FROM sign_ins WHERE code_hash = ${redemption.codeHash}`)
      return known.length === 0 ? refused : yield* inTransaction(redeemed(redemption))
    }),
    refresh: fn("SignInRepository.refresh")(function* (refreshment) {
      const found = yield* shown(refreshment)
      if (typeof found === "string") return found
      if (found.providerRefresh !== null) return refused
      const { isRepeated } = found
      if (isRepeated) return { ...(yield* signInOf(found)), isRepeated }
      yield* keepReplaced(refreshment)
      return { ...(yield* keep(found, refreshment.nextHash)), isRepeated }
    }, inTransaction),
    claim: fn("SignInRepository.claim")(function* (asked) {
      const found = yield* shown(asked)
      if (typeof found === "string") return found
      if (found.providerRefresh === null) return refused
      if (found.isClaimed) return "Busy" as const
      yield* sql`UPDATE sign_ins SET claimed_until = ${now(sql)} + ${claimMillis} WHERE id = ${found.id}`
      return {
        ...(yield* signInOf(found)),
        sealedRefresh: found.providerRefresh,
        latestHash: found.latestHash
      }
    }, inTransaction),
    renew: fn("SignInRepository.renew")(function* (refreshment) {
      const { clientId, id, nextHash, refreshHash, sealedRefresh } = refreshment
      const rows = yield* sql`UPDATE sign_ins SET refresh_hash = ${nextHash}, provider_refresh = ${sealedRefresh},
          claimed_until = NULL, ends_at = ${now(sql)} + ${refreshMillis}
        WHERE id = ${id} AND client_id = ${clientId} AND refresh_hash IN (${refreshHash}, ${nextHash})
        RETURNING id`
      if (rows.length > 0 && nextHash !== refreshHash) yield* keepReplaced(refreshment)
      return rows.length > 0
    }, inTransaction),
    release: ({ clientId, id, refreshHash }) =>
      sql`UPDATE sign_ins SET claimed_until = NULL
        WHERE id = ${id} AND client_id = ${clientId} AND refresh_hash = ${refreshHash}`.pipe(
        inTransaction,
        Effect.asVoid
      ),
    end: (id) => Effect.asVoid(inTransaction(end(id))),
    forgetCodes: Effect.suspend(forgetUnredeemed).pipe(inTransaction, Effect.asVoid),
    revokeUser: (userId) => Effect.asVoid(longTransaction(sql)(revokeUser(sql, userId))),
    revoked: fn("SignInRepository.revoked")(function* (since) {
      const { at } = yield* readOne(Time, sql`SELECT ${now(sql)} AS at`)
      const rows = yield* readAll(
        Revocation,
        sql`SELECT kind, subject, revoked_at AS at FROM revocations WHERE revoked_at >= ${since}`
      )
      return {
        at,
        users: rows.flatMap(({ at, kind, subject }) =>
          kind === "User" ? [{ userId: UserId.make(subject), notBefore: at }] : []
        ),
        signIns: rows.flatMap(({ kind, subject }) => (kind === "SignIn" ? [subject] : []))
      }
    }, storageErrors)
  }
})
