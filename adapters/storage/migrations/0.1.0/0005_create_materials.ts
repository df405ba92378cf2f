import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Material libraries with their materials. The libraries of a model are deleted with it. */
export const createMaterials = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE material_libraries (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    model_id BIGINT REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT,
    uri TEXT,
    description TEXT,
    source TEXT,
    edition TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX material_libraries_in_order ON material_libraries (project_id, id)`
  yield* sql`CREATE INDEX material_libraries_of_model ON material_libraries (model_id)`
  // `imported_name` is the name in the model's product tables; null for a material that is in no file.
  yield* sql`CREATE TABLE materials (
    id ${identity},
    library_id BIGINT NOT NULL REFERENCES material_libraries (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    imported_name TEXT,
    color TEXT,
    description TEXT,
    category TEXT,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX materials_of_library ON materials (library_id, id)`
  yield* sql`CREATE INDEX materials_of_users ON materials (project_id)
    WHERE (imported_name IS NULL OR imported_name <> name)`
  yield* sql`CREATE TABLE deleted_materials (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    PRIMARY KEY (model_id, guid)
  )`
  yield* sql`CREATE INDEX deleted_materials_of_project ON deleted_materials (project_id)`
})
