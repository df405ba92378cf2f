import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Accounts, clients and sign-ins, with codes and refresh tokens stored as hashes, and revocations. */
export const createSignIns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, identity, ordered } = columns(sql)
  yield* sql`CREATE TABLE accounts (user_id ${ordered} PRIMARY KEY, password_hash TEXT NOT NULL, created_at BIGINT NOT NULL)`
  // The hash of the secret that permits its holder to create the first account: at most one row.
  yield* sql`CREATE TABLE invitations (id INTEGER PRIMARY KEY CHECK (id = 1), secret_hash TEXT NOT NULL)`
  // redirect_uris: a JSON array; scopes: separated by spaces.
  yield* sql`CREATE TABLE clients (
    client_id ${ordered} PRIMARY KEY,
    redirect_uris TEXT NOT NULL,
    scopes TEXT NOT NULL,
    secret_hash TEXT,
    created_at BIGINT NOT NULL
  )`
  // Until the code is exchanged, refresh_hash is null and ends_at is the expiry of the code.
  yield* sql`CREATE TABLE sign_ins (
    id TEXT PRIMARY KEY,
    code_hash TEXT NOT NULL UNIQUE,
    client_id ${ordered} NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    scopes TEXT NOT NULL,
    refresh_hash TEXT,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX sign_ins_of_user ON sign_ins (user_id, created_at)`
  yield* sql`CREATE INDEX sign_ins_of_client ON sign_ins (client_id)`
  yield* sql`CREATE INDEX sign_ins_by_end ON sign_ins (ends_at)`
  yield* sql`CREATE TABLE revocations (
    kind TEXT NOT NULL CHECK (kind IN ('User', 'SignIn')),
    subject TEXT NOT NULL,
    revoked_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  )`
  yield* sql`CREATE INDEX revocations_by_time ON revocations (revoked_at)`
  yield* sql`CREATE TABLE retired_secrets (id ${identity}, name TEXT NOT NULL, value ${bytes} NOT NULL, ends_at BIGINT NOT NULL)`
})
