import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TooManyRequests } from "../../../src/domain/Errors.ts"
import { type Limit, sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { ClientRepository } from "../../../src/ports/signin/ClientRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { audit, serviceAudit } from "../history/Audit.ts"
import { withinLimit } from "../sql/Limit.ts"
import { lockName, locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { clientColumns, clientOf, ClientRow } from "./ClientRows.ts"
import { endSignIns } from "./Revoking.ts"

/** Time after which a program that may not register now may try again, in seconds. */
const retryAfterSeconds = 3600

const tooMany = (limit: Limit) => new TooManyRequests({ details: sentenceOf(limit), retryAfterSeconds })

/** A day, in milliseconds. */
const day = 24 * 3_600_000

export const layer = repository(ClientRepository, (sql) => {
  const inTransaction = transaction(sql)
  const columns = clientColumns(sql)

  /** Fails with `TooManyRequests` if no client may register itself from there now. */
  const demandPlace = (from: string) =>
    Effect.forEach(
      [
        [
          limits.registrationsOfAddress,
          sql`is_registered = 1 AND registered_from = ${from} AND created_at > ${now(sql)} - ${day}`
        ],
        [limits.registeredClients, sql`is_registered = 1`]
      ] as const,
      ([limit, which]) =>
        withinLimit(sql, limit, sql`clients WHERE ${which}`).pipe(
          Effect.mapError((error) => (error._tag === "LimitExceeded" ? tooMany(limit) : error))
        ),
      { discard: true }
    )

  return {
    add: ({ id, redirectUris, scopes, secretHash }) =>
      sql`INSERT INTO clients (client_id, redirect_uris, scopes, secret_hash, created_at)
          VALUES (${id}, ${JSON.stringify(redirectUris)}, ${scopes.join(" ")}, ${secretHash}, ${now(sql)})
          ON CONFLICT (client_id) DO NOTHING RETURNING client_id`.pipe(
        Effect.map((rows) => rows.length > 0),
        inTransaction
      ),
    register: fn("ClientRepository.register")(function* ({ id, name, redirectUris, scopes }, from) {
      // A program that may not register does not take the write turn.
      yield* storageErrors(demandPlace(from))
      yield* inTransaction(
        Effect.gen(function* () {
          yield* lockName(sql, "registered clients", "alone")
          yield* demandPlace(from)
          yield* sql`INSERT INTO clients
              (client_id, redirect_uris, scopes, created_at, is_registered, name, registered_from, used_at)
            VALUES (${id}, ${JSON.stringify(redirectUris)}, ${scopes.join(" ")}, ${now(sql)}, 1, ${name}, ${from},
              ${now(sql)})`
          yield* audit(sql, { projectId: serviceAudit, action: "client.register", object: id, outcome: "Done" })
        })
      )
    }),
    list: Effect.map(
      storageErrors(readAll(ClientRow, sql`SELECT ${columns} FROM clients ORDER BY created_at, client_id`)),
      (rows) => rows.map(clientOf)
    ),
    find: (id) =>
      Effect.map(
        storageErrors(readFirst(ClientRow, sql`SELECT ${columns} FROM clients WHERE client_id = ${id}`)),
        Option.map(clientOf)
      ),
    remove: fn("ClientRepository.remove")(function* (id) {
      // No new sign-in of the client can begin from here on.
      yield* sql`SELECT client_id FROM clients WHERE client_id = ${id} ${locked(sql)}`
      yield* endSignIns(sql, sql`client_id = ${id}`)
      const removed = yield* sql`DELETE FROM clients WHERE client_id = ${id} RETURNING client_id`
      return removed.length > 0
    }, inTransaction)
  }
})
