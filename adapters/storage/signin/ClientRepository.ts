import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ClientId } from "../../../src/domain/signin/Client.ts"
import { ClientRepository } from "../../../src/ports/signin/ClientRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { endSignIns } from "./Revoking.ts"
import { ScopeNames } from "../sql/ScopeNames.ts"

const Row = Schema.Struct({
  id: ClientId,
  redirectUris: Schema.parseJson(Schema.Array(Schema.String)),
  scopes: ScopeNames,
  secretHash: Schema.NullOr(Schema.String)
})

export const layer = repository(ClientRepository, (sql) => {
  const columns = sql`client_id AS id, redirect_uris AS "redirectUris", scopes, secret_hash AS "secretHash"`
  return {
    add: ({ id, redirectUris, scopes, secretHash }) =>
      sql`INSERT INTO clients (client_id, redirect_uris, scopes, secret_hash, created_at)
          VALUES (${id}, ${JSON.stringify(redirectUris)}, ${scopes.join(" ")}, ${secretHash}, ${now(sql)})
          ON CONFLICT (client_id) DO NOTHING RETURNING client_id`.pipe(
        Effect.map((rows) => rows.length > 0),
        transaction(sql)
      ),
    list: storageErrors(readAll(Row, sql`SELECT ${columns} FROM clients ORDER BY created_at, client_id`)),
    find: (id) => storageErrors(readFirst(Row, sql`SELECT ${columns} FROM clients WHERE client_id = ${id}`)),
    remove: fn("ClientRepository.remove")(function* (id) {
      // No new sign-in of the client can begin from here on.
      yield* sql`SELECT client_id FROM clients WHERE client_id = ${id} ${locked(sql)}`
      yield* endSignIns(sql, sql`client_id = ${id}`)
      const removed = yield* sql`DELETE FROM clients WHERE client_id = ${id} RETURNING client_id`
      return removed.length > 0
    }, transaction(sql))
  }
})
