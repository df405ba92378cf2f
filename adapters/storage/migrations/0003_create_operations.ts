import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { columns } from "./Columns.ts"

/** Operations: the truth of all asynchronous work. */
export const createOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // No foreign keys: an operation outlives its model and stays readable.
  yield* sql`CREATE TABLE operations (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('Queued', 'InProgress', 'Ready', 'Failed')),
    percentage INTEGER NOT NULL DEFAULT 0 CHECK (percentage BETWEEN 0 AND 100),
    project_id BIGINT NOT NULL,
    model_id BIGINT NOT NULL,
    started_by TEXT NOT NULL,
    command TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0,
    interruptions INTEGER NOT NULL DEFAULT 0,
    token INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    lease_until BIGINT,
    run_after BIGINT NOT NULL,
    input_blob TEXT NOT NULL,
    result_blob TEXT,
    result_asked_at BIGINT,
    report_blob TEXT,
    error TEXT,
    error_details TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    CHECK ((status = 'Ready') = (percentage = 100)),
    CHECK ((status = 'InProgress') = (lease_until IS NOT NULL))
  )`
  yield* sql`CREATE INDEX operations_open ON operations (project_id, status, sequence) WHERE status IN ('Queued', 'InProgress')`
  yield* sql`CREATE INDEX operations_of_model ON operations (model_id)`
})
