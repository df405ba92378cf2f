import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { LastOperator } from "../../../src/domain/Errors.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readFirst } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { revokeUser } from "./Revoking.ts"

const Row = Schema.Struct({ userId: UserId })
const HashRow = Schema.Struct({ hash: Schema.String })

export const layer = repository(AccountRepository, (sql) => {
  const inTransaction = transaction(sql)
  /** Runs a transaction that revokes, because it disables all webhooks of the user. */
  const inLongTransaction = longTransaction(sql)
  const isThere = (rows: ReadonlyArray<unknown>) => rows.length > 0
  const insert = (userId: UserId, hash: string, isOperator: boolean) =>
    sql`INSERT INTO accounts (user_id, password_hash, is_operator, created_at)
      VALUES (${userId}, ${hash}, ${isOperator ? 1 : 0}, ${now(sql)})
      ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
  const setPassword = Effect.fnUntraced(function* (userId: UserId, hash: string) {
    const changed = yield* sql`UPDATE accounts SET password_hash = ${hash} WHERE user_id = ${userId} RETURNING user_id`
    if (isThere(changed)) yield* revokeUser(sql, userId)
    return isThere(changed)
  })
  const linked = (hash: string) =>
    readFirst(
      Row,
      sql`SELECT user_id AS "userId" FROM password_links
        WHERE secret_hash = ${hash} AND ends_at > ${now(sql)} ${locked(sql)}`
    ).pipe(Effect.map(Option.map(({ userId }) => userId)))
  const anyAccount = sql`SELECT 1 FROM accounts LIMIT 1`
  /** Selects and locks the invitation, so that concurrent attempts to create the first account wait for each other. */
  const invited = (hash: string) => sql`SELECT id FROM invitations WHERE secret_hash = ${hash} ${locked(sql)}`
  const noInvitation = sql`DELETE FROM invitations`

  return {
    add: fn("AccountRepository.add")(function* (userId, hash, isOperator = false) {
      const added = yield* insert(userId, hash, isOperator)
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
    isOperator: (userId) =>
      sql`SELECT user_id FROM accounts WHERE user_id = ${userId} AND is_operator = 1`.pipe(
        Effect.map(isThere),
        storageErrors
      ),
    setPassword: (userId, hash) => inLongTransaction(setPassword(userId, hash)),
    linkPassword: fn("AccountRepository.linkPassword")(function* (userId, hash, millis) {
      const linked = yield* sql`INSERT INTO password_links (user_id, secret_hash, ends_at)
        SELECT user_id, ${hash}, ${now(sql)} + ${millis} FROM accounts WHERE user_id = ${userId}
        ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, ends_at = excluded.ends_at
        RETURNING user_id`
      return isThere(linked)
    }, inTransaction),
    linked: (hash) => storageErrors(linked(hash)),
    setLinkedPassword: fn("AccountRepository.setLinkedPassword")(function* (secretHash, hash) {
      const found = yield* linked(secretHash)
      if (Option.isSome(found)) {
        yield* sql`DELETE FROM password_links WHERE secret_hash = ${secretHash}`
        yield* setPassword(found.value, hash)
      }
      return found
    }, inLongTransaction),
    remove: fn("AccountRepository.remove")(function* (userId, keepsOperator = false) {
      if (keepsOperator) {
        const operators = yield* readAll(
          Row,
          sql`SELECT user_id AS "userId" FROM accounts WHERE is_operator = 1 ORDER BY user_id ${locked(sql)}`
        )
        if (operators.length === 1 && operators[0]!.userId === userId) {
          return yield* new LastOperator({ details: "The last operator cannot be deleted." })
        }
      }
      const removed = yield* sql`DELETE FROM accounts WHERE user_id = ${userId} RETURNING user_id`
      if (!isThere(removed)) return false
      yield* sql`INSERT INTO former_accounts (user_id) VALUES (${userId}) ON CONFLICT (user_id) DO NOTHING`
      yield* sql`UPDATE users SET last_seen_at = NULL WHERE user_id = ${userId}`
      yield* revokeUser(sql, userId)
      return true
    }, inLongTransaction),
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
      yield* insert(userId, hash, true)
      yield* noInvitation
      return true
    }, inTransaction)
  }
})
