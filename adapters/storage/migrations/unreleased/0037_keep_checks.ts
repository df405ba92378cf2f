import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Checks of models against documents of requirements. A check is an operation; everybody who sees the model sees the
 * automatic ones. `due_checks` has the documents whose automatic check of the newest version has not been started yet.
 */
export const keepChecks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`ALTER TABLE operations ADD COLUMN is_automatic INTEGER NOT NULL DEFAULT 0`
  yield* sql`DROP INDEX operations_shared`
  yield* sql`DROP INDEX operations_own`
  yield* sql`CREATE INDEX operations_shared ON operations (project_id, sequence, model_id, started_by, kind, status)
    WHERE (kind IN ('ImportIfc', 'ExportIfc') OR is_automatic = 1)`
  yield* sql`CREATE INDEX operations_own ON operations (project_id, started_by, sequence, model_id)
    WHERE kind IN ('CalculateQuantities', 'CalculateDerivedProperties', 'CheckRequirements') AND is_automatic = 0`
  yield* sql`CREATE TABLE checks (
    id ${identity},
    operation_id TEXT NOT NULL UNIQUE,
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    requirements_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    started_by TEXT NOT NULL,
    is_automatic INTEGER NOT NULL,
    document_blob TEXT,
    csv_blob TEXT,
    topics_blob TEXT,
    outcome TEXT
  )`
  yield* sql`CREATE INDEX checks_of_model ON checks (model_id, id)`
  yield* sql`CREATE INDEX checks_of_requirements ON checks (model_id, requirements_id, id)`
  for (const blob of ["document_blob", "csv_blob", "topics_blob"]) {
    yield* sql`CREATE INDEX ${sql(`checks_by_${blob}`)} ON checks (${sql(blob)}) WHERE ${sql(blob)} IS NOT NULL`
  }
  yield* sql`CREATE TABLE due_checks (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    requirements_id BIGINT NOT NULL REFERENCES requirements (id) ON DELETE CASCADE,
    PRIMARY KEY (model_id, requirements_id)
  )`
  yield* sql`CREATE INDEX due_checks_of_requirements ON due_checks (requirements_id)`
})
