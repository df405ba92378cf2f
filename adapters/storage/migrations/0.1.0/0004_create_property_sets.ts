import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Custom property sets with their definitions, and the properties whose guid is not the derived one. */
export const createPropertySets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE property_sets (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    entity_types TEXT NOT NULL,
    UNIQUE (project_id, name)
  )`
  yield* sql`CREATE INDEX property_sets_in_order ON property_sets (project_id, id)`
  yield* sql`CREATE TABLE property_definitions (
    id ${identity},
    set_id BIGINT NOT NULL REFERENCES property_sets (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    data_type TEXT NOT NULL,
    measure_type TEXT,
    unit_name TEXT,
    enumeration_values TEXT,
    UNIQUE (set_id, name),
    UNIQUE (project_id, guid),
    CHECK ((data_type = 'enumeration') = (enumeration_values IS NOT NULL))
  )`
  yield* sql`CREATE INDEX property_definitions_in_order ON property_definitions (set_id, id)`
  yield* sql`CREATE TABLE property_guids (
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    set_name TEXT NOT NULL,
    name TEXT NOT NULL,
    guid TEXT NOT NULL,
    PRIMARY KEY (project_id, set_name, name),
    UNIQUE (project_id, guid)
  )`
})
