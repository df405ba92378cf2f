import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { refuse } from "../Refuse.ts"

/**
 * The audit and the operations of a project are read page by page. Entries of the audit store their position in their
 * project, so that a page is found without counting. Each project has a head that describes its newest entry, so that
 * the end of the chain cannot be removed unnoticed.
 */
export const listHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const refused = {
    table: "audit",
    name: "audit_update",
    on: "UPDATE",
    message: "what was done stays written"
  } as const
  yield* sql`ALTER TABLE audit ADD COLUMN position BIGINT NOT NULL DEFAULT 0`
  yield* sql.onDialectOrElse({
    pg: () => sql`ALTER TABLE audit DISABLE TRIGGER audit_update`,
    orElse: () => sql`DROP TRIGGER audit_update`
  })
  yield* sql`UPDATE audit SET position = numbered.position
    FROM (SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY id) AS position FROM audit) AS numbered
    WHERE numbered.id = audit.id`
  yield* sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`ALTER TABLE audit ENABLE TRIGGER audit_update`),
    orElse: () => Effect.asVoid(refuse(sql, refused))
  })
  yield* sql`DROP INDEX audit_of_project`
  yield* sql`CREATE UNIQUE INDEX audit_by_position ON audit (project_id, position)`
  yield* sql`CREATE TABLE audit_heads (
    project_id BIGINT PRIMARY KEY,
    position BIGINT NOT NULL,
    hash TEXT NOT NULL
  )`
  yield* sql`INSERT INTO audit_heads (project_id, position, hash)
    SELECT project_id, position, hash FROM audit
    WHERE id IN (SELECT max(id) FROM audit GROUP BY project_id)`
  yield* refuse(sql, {
    table: "audit_heads",
    name: "audit_heads_move",
    on: "UPDATE",
    when: "NEW.project_id <> OLD.project_id OR NEW.position <> OLD.position + 1",
    message: "the audit goes on entry by entry"
  })
  yield* refuse(sql, {
    table: "audit_heads",
    name: "audit_heads_delete",
    on: "DELETE",
    message: "what was done stays written"
  })
  yield* sql`CREATE INDEX operations_shared ON operations (project_id, sequence, model_id, started_by, kind, status)
    WHERE kind IN ('ImportIfc', 'ExportIfc')`
  yield* sql`CREATE INDEX operations_own ON operations (project_id, started_by, sequence, model_id)
    WHERE kind IN ('CalculateQuantities', 'CalculateDerivedProperties')`
})
