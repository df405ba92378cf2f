import type { Statement } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { ClientId } from "../../../src/domain/Client.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { codeSeconds, refreshMillis } from "../../../src/domain/SignIn.ts"
import { type Refusal, SignInRepository } from "../../../src/ports/SignInRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { endSignIns, revokeUser } from "./Revoking.ts"
import { ScopeNames } from "./ScopeNames.ts"

/** Sign-ins of one user: on how many devices and programs, with room for those that were left. */
const mostSignIns = 1000

const Row = Schema.Struct({
  id: Schema.String,
  clientId: ClientId,
  userId: UserId,
  redirectUri: Schema.String,
  challenge: Schema.String,
  scopes: ScopeNames,
  refreshHash: Schema.NullOr(Schema.String),
  isOver: flag
})

const Time = Schema.Struct({ at: integer })
const Revocation = Schema.Struct({ kind: Schema.Literal("User", "SignIn"), subject: Schema.String, at: integer })

export const layer = repository(SignInRepository, (sql) => {
  const inTransaction = transaction(sql)

  const find = (which: Statement.Fragment) =>
    readFirst(
      Row,
      sql`SELECT id, client_id AS "clientId", user_id AS "userId", redirect_uri AS "redirectUri", challenge, scopes,
          refresh_hash AS "refreshHash", CASE WHEN ends_at <= ${now(sql)} THEN 1 ELSE 0 END AS "isOver"
        FROM sign_ins WHERE ${which} ${locked(sql)}`
    )

  const end = (id: string) => Effect.as(endSignIns(sql, sql`id = ${id}`), "Ended" as const)

  /** Keeps the sign-in under a refresh token, and gives it. */
  const keep = fn("SignInRepository.keep")(function* (
    { clientId, id, scopes, userId }: typeof Row.Type,
    refreshHash: string
  ) {
    yield* sql`UPDATE sign_ins SET refresh_hash = ${refreshHash}, ends_at = ${now(sql)} + ${refreshMillis} WHERE id = ${id}`
    const revoked = yield* readFirst(
      Time,
      sql`SELECT revoked_at AS at FROM revocations WHERE kind = 'User' AND subject = ${userId}`
    )
    const notBefore = Option.match(revoked, { onNone: () => 0, onSome: ({ at }) => at })
    return { id, clientId, userId, scopes, notBefore }
  })

  const refused: Refusal = "Refused"

  return {
    begin: fn("SignInRepository.begin")(function* (signIn) {
      const { challenge, clientId, codeHash, id, redirectUri, scopes, userId } = signIn
      yield* endSignIns(
        sql,
        sql`id IN (SELECT id FROM sign_ins WHERE user_id = ${userId}
          ORDER BY created_at DESC, id LIMIT ${mostSignIns} OFFSET ${mostSignIns - 1})`
      )
      yield* sql`INSERT INTO sign_ins
          (id, code_hash, client_id, user_id, redirect_uri, challenge, scopes, created_at, ends_at)
        VALUES (${id}, ${codeHash}, ${clientId}, ${userId}, ${redirectUri}, ${challenge}, ${scopes.join(" ")},
          ${now(sql)}, ${now(sql)} + ${codeSeconds * 1000})`
    }, inTransaction),
    redeem: fn("SignInRepository.redeem")(function* ({ challenge, clientId, codeHash, redirectUri, refreshHash }) {
      const found = Option.getOrNull(yield* find(sql`code_hash = ${codeHash}`))
      if (found === null) return refused
      if (found.refreshHash !== null) return yield* end(found.id)
      const fits = found.clientId === clientId && found.redirectUri === redirectUri && found.challenge === challenge
      return found.isOver || !fits ? refused : yield* keep(found, refreshHash)
    }, inTransaction),
    refresh: fn("SignInRepository.refresh")(function* ({ clientId, id, nextHash, refreshHash }) {
      const found = Option.getOrNull(yield* find(sql`id = ${id}`))
      if (found === null || found.clientId !== clientId || found.isOver || found.refreshHash === null) return refused
      return found.refreshHash === refreshHash ? yield* keep(found, nextHash) : yield* end(id)
    }, inTransaction),
    revokeUser: (userId) => Effect.asVoid(inTransaction(revokeUser(sql, userId))),
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
