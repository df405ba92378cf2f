import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { type Client, ClientId } from "../../../src/domain/signin/Client.ts"
import { ScopeNames } from "../sql/ScopeNames.ts"
import { flag } from "../sql/Rows.ts"

export const ClientRow = Schema.Struct({
  id: ClientId,
  redirectUris: Schema.parseJson(Schema.Array(Schema.String)),
  scopes: ScopeNames,
  secretHash: Schema.NullOr(Schema.String),
  isRegistered: flag,
  name: Schema.NullOr(Schema.String)
})

/** Returns the columns of a `ClientRow`. */
export const clientColumns = (sql: SqlClient) => sql`client_id AS id, redirect_uris AS "redirectUris", scopes,
  secret_hash AS "secretHash", is_registered AS "isRegistered", name`

export const clientOf = ({ isRegistered, name, ...client }: typeof ClientRow.Type): Client => ({
  ...client,
  registration: isRegistered ? { name } : null
})
