import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"
import { refuse } from "../Refuse.ts"

/** The audit, in which each project's entries form a hash chain, and the messages that wait for the queue. */
export const createAudit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // There are no foreign keys, because the entries outlive their project.
  yield* sql`CREATE TABLE audit (
    id ${identity},
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    project_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    request_id TEXT,
    outcome TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX audit_of_project ON audit (project_id, id)`
  for (const on of ["UPDATE", "DELETE"] as const) {
    yield* refuse(sql, {
      table: "audit",
      name: `audit_${on.toLowerCase()}`,
      on,
      message: "what was done stays written"
    })
  }
  yield* sql`CREATE TABLE outbox (
    id ${identity},
    topic TEXT NOT NULL,
    message_key TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
  )`
  yield* sql`CREATE INDEX outbox_waiting ON outbox (id) WHERE sent_at IS NULL`
})
