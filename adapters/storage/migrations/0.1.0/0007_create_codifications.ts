import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Codification libraries with their codes, and the imported codes that were deleted. */
export const createCodifications = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity, ordered } = columns(sql)
  yield* sql`CREATE TABLE codification_libraries (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    model_id BIGINT REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT,
    description TEXT,
    source TEXT,
    edition TEXT,
    edition_date TEXT,
    uri TEXT,
    more_info TEXT,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX codification_libraries_of_model ON codification_libraries (model_id)`
  // Codes are listed in the order of unsorted, sort, lowered, identification, guid. differs: 1 if a product table may
  // contain other values for the code, or none.
  yield* sql`CREATE TABLE codes (
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
    UNIQUE (library_id, guid),
    UNIQUE (library_id, identification),
    FOREIGN KEY (library_id, parent_guid) REFERENCES codes (library_id, guid) DEFERRABLE INITIALLY DEFERRED
  )`
  yield* sql`CREATE INDEX codes_in_order ON codes (library_id, unsorted, sort, lowered, identification, guid)`
  yield* sql`CREATE INDEX codes_of_parent ON codes (library_id, parent_guid)`
  yield* sql`CREATE INDEX codes_that_differ ON codes (project_id) WHERE differs = 1`
  yield* sql`CREATE TABLE deleted_codes (
    project_id BIGINT NOT NULL,
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    PRIMARY KEY (model_id, guid)
  )`
  yield* sql`CREATE INDEX deleted_codes_of_project ON deleted_codes (project_id)`
})
