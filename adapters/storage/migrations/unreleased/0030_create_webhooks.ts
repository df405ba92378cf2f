import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Webhooks of projects and their deliveries. */
export const createWebhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, identity } = columns(sql)
  // types: a JSON array; scopes: those of the token that saved it, separated by spaces; secret, old_secret: encrypted;
  // heard_to: the newest event of which it was decided whether to deliver it; failing_since: the first failed try after
  // the last success.
  yield* sql`CREATE TABLE webhooks (
    id ${identity},
    webhook_id TEXT NOT NULL UNIQUE,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    types TEXT NOT NULL,
    description TEXT,
    enabled INTEGER NOT NULL,
    disabled_reason TEXT,
    created_by TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    secret ${bytes} NOT NULL,
    old_secret ${bytes},
    old_until BIGINT,
    heard_to BIGINT NOT NULL,
    failing_since BIGINT
  )`
  yield* sql`CREATE INDEX webhooks_of_project ON webhooks (project_id, id)`
  yield* sql`CREATE INDEX webhooks_of_maker ON webhooks (created_by)`
  yield* sql`CREATE INDEX webhooks_enabled ON webhooks (project_id, heard_to) WHERE enabled = 1`
  // event_id: null for a test; asked: whether somebody asked for the next try, which is then the only one; log: the last
  // tries as a JSON array.
  yield* sql`CREATE TABLE webhook_deliveries (
    id ${identity},
    delivery_id TEXT NOT NULL UNIQUE,
    webhook BIGINT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id BIGINT,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    asked INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at BIGINT,
    lease_until BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    log TEXT NOT NULL DEFAULT '[]'
  )`
  yield* sql`CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook, id)`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, next_at) WHERE status = 'Pending'`
})
