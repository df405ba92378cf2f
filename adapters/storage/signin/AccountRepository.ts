import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { UserId } from "../../../src/domain/Principal.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { revokeUser } from "./Revoking.ts"

const Row = Schema.Struct({ userId: UserId })
const HashRow = Schema.Struct({ hash: Schema.String })

export const layer = repository(AccountRepository, (sql) => {
  const inTransaction = transaction(sql)
  const isThere = (rows: ReadonlyArray<unknown>) => rows.length > 0
  const insert = (userId: UserId, hash: string) =>
    sql`INSERT INTO accounts (user_id, password_hash, created_at) VALUES (${userId}, ${hash}, ${now(sql)})
      ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
  const anyAccount = sql`SELECT 1 FROM accounts LIMIT 1`
  /** Selects and locks the invitation, so that concurrent attempts to create the first account wait for each other. */
  const invited = (hash: string) => sql`SELECT id FROM invitations WHERE secret_hash = ${hash} ${locked(sql)}`
  const noInvitation = sql`DELETE FROM invitations`

  return {
    add: fn("AccountRepository.add")(function* (userId, hash) {
      const added = yield* insert(userId, hash)
      if (isThere(added)) yield* noInvitation
      return isThere(added)
    }, inTransaction),
    isEmpty: storageErrors(Effect.map(anyAccount, (rows) => !isThere(rows))),
    list: readAll(Row, sql`SELECT user_id AS "userId" FROM accounts ORDER BY user_id`).pipe(
      Effect.map((rows) => rows.map(({ userId }) => userId)),
      storageErrors
    ),
    passwordHash: (userId) =>
      readFirst(HashRow, sql`SELECT password_hash AS hash FROM accounts WHERE user_id = ${userId}`).pipe(
        Effect.map(Option.map(({ hash }) => hash)),
        storageErrors
      ),
    setPassword: fn("AccountRepository.setPassword")(function* (userId, hash) {
      const changed =
        yield* sql`UPDATE accounts SET password_hash = ${hash} WHERE user_id = ${userId} RETURNING user_id`
      if (isThere(changed)) yield* revokeUser(sql, userId)
      return isThere(changed)
    }, inTransaction),
    remove: fn("AccountRepository.remove")(function* (userId) {
      const removed = yield* sql`DELETE FROM accounts WHERE user_id = ${userId} RETURNING user_id`
      if (!isThere(removed)) return false
      yield* sql`INSERT INTO former_accounts (user_id) VALUES (${userId}) ON CONFLICT (user_id) DO NOTHING`
      yield* revokeUser(sql, userId)
      return true
    }, inTransaction),
    invite: fn("AccountRepository.invite")(function* (hash) {
      if (isThere(yield* anyAccount)) return false
      yield* sql`INSERT INTO invitations (id, secret_hash) VALUES (1, ${hash})
        ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash`
      return true
    }, inTransaction),
    // Anybody may ask, so this read does not wait for the write turn.
    isInvited: fn("AccountRepository.isInvited")(function* (hash) {
      return isThere(
        yield* sql`SELECT id FROM invitations WHERE secret_hash = ${hash} AND NOT EXISTS (SELECT 1 FROM accounts)`
      )
    }, storageErrors),
    addFirst: fn("AccountRepository.addFirst")(function* (secretHash, userId, hash) {
      if (!isThere(yield* invited(secretHash)) || isThere(yield* anyAccount)) return false
      yield* insert(userId, hash)
      yield* noInvitation
      return true
    }, inTransaction)
  }
})
