import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** New files for models that are there: nothing of them is seen before their import is Ready. */
export const importAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Libraries may be there already: what is new in them has the mark itself.
  for (const table of ["materials", "codes"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN staged_by BIGINT NOT NULL DEFAULT 0`
    yield* sql`ALTER TABLE stagings ADD COLUMN ${sql(`${table}_after`)} BIGINT NOT NULL DEFAULT 0`
  }
  // changed: 1 where a user has changed the code; a new file says what the others are.
  yield* sql`ALTER TABLE codes ADD COLUMN changed INTEGER NOT NULL DEFAULT 0`
  yield* sql`UPDATE codes SET changed = 1 WHERE differs = 1`
  // Under which number version_changes has what the version changed, where not under its own.
  yield* sql`ALTER TABLE model_versions ADD COLUMN changes_id BIGINT`
  yield* sql`CREATE INDEX operations_importing ON operations (model_id, sequence)
    WHERE kind = 'ImportIfc' AND status IN ('Queued', 'InProgress')`
})
