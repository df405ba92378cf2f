import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Turns by user and then by project, the input bytes of an operation, rows that an import has staged, and removed data
 * that is still to be deleted.
 */
export const shareTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // turn: position of the user among all users; project_turn: position of the project among those of the user.
  yield* sql`ALTER TABLE operations ADD COLUMN project_turn BIGINT NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE operations ADD COLUMN postponements INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE operations ADD COLUMN input_bytes BIGINT NOT NULL DEFAULT 0`
  yield* sql`DROP INDEX operations_open`
  yield* sql`CREATE INDEX operations_of_user ON operations (started_by, lane, turn)
    WHERE status IN ('Queued', 'InProgress')`
  yield* sql`CREATE INDEX operations_of_user_in_project ON operations (started_by, project_id, lane, project_turn)
    WHERE status IN ('Queued', 'InProgress')`
  yield* sql`CREATE INDEX operations_of_user_waiting ON operations (started_by, lane, project_turn, sequence)
    WHERE status = 'Queued'`
  yield* sql`CREATE INDEX operations_of_user_taken ON operations (started_by, lane, project_turn) WHERE token > 0`
  yield* sql`CREATE INDEX operations_alone ON operations (status, sequence)
    WHERE status IN ('Queued', 'InProgress') AND interruptions >= 1`
  yield* sql`CREATE INDEX operations_of_project ON operations (project_id) WHERE status IN ('Queued', 'InProgress')`

  // Rows that an import has staged are invisible until its row in this table is deleted. A project has one import at a
  // time.
  yield* sql`CREATE TABLE stagings (
    id ${identity},
    project_id BIGINT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
    operation_id TEXT NOT NULL,
    token INTEGER NOT NULL,
    shared_data_version_id BIGINT NOT NULL,
    locations_after BIGINT NOT NULL
  )`
  for (const table of ["locations", "material_libraries", "codification_libraries"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN staged_by BIGINT NOT NULL DEFAULT 0`
  }

  // removed: a project without members, and libraries or models that were removed from a project. The collector empties
  // both.
  yield* sql`ALTER TABLE projects ADD COLUMN removed INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE projects ADD COLUMN removed_from BIGINT`
  yield* sql`CREATE INDEX projects_removed ON projects (removed, id) WHERE removed = 1`
  yield* sql`CREATE INDEX projects_removed_from ON projects (removed_from) WHERE removed_from IS NOT NULL`
})
