import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * One index finds codes by their guid, in a project and in a library. If guids are inserted by the hundred thousand,
 * each index that begins with them costs as much as all others together.
 */
export const findCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX codes_by_guid`
  yield* sql.onDialectOrElse({ pg: () => change(sql), orElse: () => rebuild(sql) })
})

const change = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`ALTER TABLE codes DROP CONSTRAINT codes_library_id_parent_guid_fkey`
  yield* sql`ALTER TABLE codes DROP CONSTRAINT codes_library_id_guid_key`
  yield* sql`ALTER TABLE codes ADD UNIQUE (project_id, guid, library_id)`
  yield* sql`ALTER TABLE codes ADD FOREIGN KEY (project_id, parent_guid, library_id)
    REFERENCES codes (project_id, guid, library_id) DEFERRABLE INITIALLY DEFERRED`
})

/** Rebuilds the table, because SQLite cannot change constraints. */
const rebuild = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { identity, ordered } = columns(sql)
  yield* sql`CREATE TABLE new_codes (
    id ${identity},
    project_id BIGINT NOT NULL,
    library_id BIGINT NOT NULL REFERENCES codification_libraries (id) ON DELETE CASCADE,
    guid ${ordered} NOT NULL,
    parent_guid ${ordered},
    identification ${ordered} NOT NULL,
    lowered ${ordered} NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    uri TEXT,
    sort DOUBLE PRECISION,
    unsorted INTEGER NOT NULL,
    measures TEXT NOT NULL,
    imported INTEGER NOT NULL,
    differs INTEGER NOT NULL,
    staged_by BIGINT NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid, library_id),
    UNIQUE (library_id, identification),
    FOREIGN KEY (project_id, parent_guid, library_id) REFERENCES new_codes (project_id, guid, library_id)
      DEFERRABLE INITIALLY DEFERRED
  )`
  const names = sql.literal(
    "id, project_id, library_id, guid, parent_guid, identification, lowered, name, description, uri, sort, unsorted, " +
      "measures, imported, differs, staged_by, changed"
  )
  yield* sql`INSERT INTO new_codes (${names}) SELECT ${names} FROM codes ORDER BY id`
  // Rows that refer to others would prevent dropping the old table.
  yield* sql`UPDATE codes SET parent_guid = NULL WHERE parent_guid IS NOT NULL`
  // Ids that were assigned before must not be assigned again.
  yield* sql`DELETE FROM sqlite_sequence WHERE name = 'new_codes'`
  yield* sql`INSERT INTO sqlite_sequence (name, seq) SELECT 'new_codes', seq FROM sqlite_sequence WHERE name = 'codes'`
  yield* sql`DROP TABLE codes`
  yield* sql`ALTER TABLE new_codes RENAME TO codes`
  yield* sql`CREATE INDEX codes_in_order ON codes (library_id, unsorted, sort, lowered, identification, guid)`
  yield* sql`CREATE INDEX codes_of_parent ON codes (library_id, parent_guid)`
  yield* sql`CREATE INDEX codes_that_differ ON codes (project_id) WHERE differs = 1`
  yield* sql`CREATE INDEX codes_of_library ON codes (library_id, id)`
})
