import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Locations, and the imported locations that were deleted. */
export const createLocations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // differs: 1 if a product table may contain other values for the location, or none.
  yield* sql`CREATE TABLE locations (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    parent_guid TEXT,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    properties TEXT NOT NULL,
    imported INTEGER NOT NULL,
    differs INTEGER NOT NULL,
    UNIQUE (project_id, guid),
    FOREIGN KEY (project_id, parent_guid) REFERENCES locations (project_id, guid) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX locations_in_order ON locations (project_id, id)`
  yield* sql`CREATE INDEX locations_of_parent ON locations (project_id, parent_guid)`
  yield* sql`CREATE INDEX locations_that_differ ON locations (project_id) WHERE differs = 1`
  // deleted_after: the last shared data version that contained the location.
  yield* sql`CREATE TABLE deleted_locations (
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    deleted_after BIGINT NOT NULL,
    PRIMARY KEY (project_id, guid)
  )`
})
