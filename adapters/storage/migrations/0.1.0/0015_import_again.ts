import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** New files for existing models. Nothing of such a file is visible before its import is Ready. */
export const importAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The libraries may already exist, so their new rows are marked themselves.
  for (const table of ["materials", "codes"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN staged_by BIGINT NOT NULL DEFAULT 0`
    yield* sql`ALTER TABLE stagings ADD COLUMN ${sql(`${table}_after`)} BIGINT NOT NULL DEFAULT 0`
  }
  // changed: 1 if a user has changed the code. A new file overwrites the texts of the others.
  yield* sql`ALTER TABLE codes ADD COLUMN changed INTEGER NOT NULL DEFAULT 0`
  yield* sql`UPDATE codes SET changed = 1 WHERE differs = 1`
  // The number under which version_changes stores the changes of the version, if it is not the version's id.
  yield* sql`ALTER TABLE model_versions ADD COLUMN changes_id BIGINT`
  yield* sql`CREATE INDEX operations_importing ON operations (model_id, sequence)
    WHERE kind = 'ImportIfc' AND status IN ('Queued', 'InProgress')`
})
