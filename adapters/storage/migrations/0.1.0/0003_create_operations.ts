import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"
import { refuse } from "../Refuse.ts"

/** Operations: the authoritative record of all asynchronous work. */
export const createOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // There are no foreign keys, because an operation outlives its model and stays readable.
  yield* sql`CREATE TABLE operations (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL CHECK (lane IN ('long', 'short')),
    turn BIGINT NOT NULL,
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
  yield* sql`CREATE INDEX operations_waiting ON operations (lane, turn, sequence) WHERE status = 'Queued'`
  yield* sql`CREATE INDEX operations_running ON operations (lease_until) WHERE status = 'InProgress'`
  yield* sql`CREATE INDEX operations_open ON operations (project_id, lane, turn)
    WHERE status IN ('Queued', 'InProgress')`
  yield* sql`CREATE INDEX operations_turns ON operations (lane, turn) WHERE token > 0`
  yield* sql`CREATE INDEX operations_of_model ON operations (model_id)`
  for (const blob of ["input_blob", "result_blob", "report_blob"]) {
    yield* sql`CREATE INDEX ${sql(`operations_by_${blob}`)} ON operations (${sql(blob)}) WHERE ${sql(blob)} IS NOT NULL`
  }
  yield* refuse(sql, {
    table: "operations",
    name: "operations_move",
    on: "UPDATE",
    when: `OLD.id <> NEW.id OR NEW.percentage < OLD.percentage OR NOT (
      (OLD.status = 'Queued' AND NEW.status IN ('Queued', 'Failed') AND NEW.token = OLD.token)
      OR (OLD.status = 'Queued' AND NEW.status = 'InProgress' AND NEW.token = OLD.token + 1
        AND NEW.attempt = OLD.attempt + 1)
      OR (OLD.status = 'InProgress' AND NEW.token = OLD.token)
      OR (OLD.status = 'InProgress' AND NEW.status = 'InProgress' AND NEW.token = OLD.token + 1
        AND NEW.attempt + NEW.interruptions = OLD.attempt + OLD.interruptions + 1)
      OR (OLD.status IN ('Ready', 'Failed') AND NEW.status = OLD.status AND NEW.token = OLD.token
        AND (NEW.result_blob IS NULL OR NEW.result_blob = OLD.result_blob)))`,
    message: "an operation moves from Queued to InProgress to its end only"
  })
})
