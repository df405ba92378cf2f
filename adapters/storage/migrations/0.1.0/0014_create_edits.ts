import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** User edits of models, unpublished and published, and the changes of each publication. */
export const createEdits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  // The field of edits by its current name; a property also has the guid derived from that name. A rename or a deletion
  // changes one row, however many cells there are.
  yield* sql`CREATE TABLE edited_fields (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    set_name TEXT NOT NULL,
    name TEXT NOT NULL,
    derived_guid TEXT,
    gone INTEGER NOT NULL DEFAULT 0
  )`
  yield* sql`CREATE INDEX edited_fields_by_guid ON edited_fields (project_id, derived_guid)
    WHERE gone = 0 AND derived_guid IS NOT NULL`
  yield* sql`CREATE INDEX edited_fields_by_name ON edited_fields (project_id, kind, set_name, name) WHERE gone = 0`
  yield* sql`CREATE INDEX edited_fields_of_project ON edited_fields (project_id, id)`
  // revision: that of the last edit, or of a later discard or publication. Edits up to gone_to are discarded or
  // published; those up to emptied_to have been deleted.
  yield* sql`CREATE TABLE personal_changes (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    gone_to BIGINT NOT NULL DEFAULT 0,
    emptied_to BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (model_id, user_id)
  )`
  yield* sql`CREATE INDEX personal_changes_to_empty ON personal_changes (model_id, user_id) WHERE emptied_to < gone_to`
  // There are no foreign keys on tables that get hundreds of thousands of rows at once.
  yield* sql`CREATE TABLE personal_edits (
    model_id BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    now TEXT NOT NULL,
    reference TEXT,
    PRIMARY KEY (model_id, user_id, guid, field_id)
  )`
  yield* sql`CREATE INDEX personal_edits_in_order ON personal_edits (model_id, user_id, revision)`
  // until_id: the version that replaces the value of the cell; null if none does.
  yield* sql`CREATE TABLE public_edits (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    now TEXT NOT NULL,
    reference TEXT,
    until_id BIGINT,
    PRIMARY KEY (model_id, version_id, position)
  )`
  yield* sql`CREATE UNIQUE INDEX public_edits_of_cell ON public_edits (model_id, guid, field_id)
    WHERE until_id IS NULL`
  yield* sql`CREATE INDEX public_edits_in_force ON public_edits (model_id, version_id, position)
    WHERE until_id IS NULL`
  yield* sql`CREATE INDEX public_edits_superseded ON public_edits (model_id, until_id) WHERE until_id IS NOT NULL`
  yield* sql`CREATE TABLE version_changes (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    value_before TEXT,
    value_after TEXT,
    refers INTEGER NOT NULL,
    PRIMARY KEY (model_id, version_id, position)
  )`
  yield* sql`CREATE INDEX version_changes_that_refer ON version_changes (model_id, version_id) WHERE refers = 1`
  yield* sql`CREATE TABLE version_fields (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    field_id BIGINT NOT NULL,
    cells BIGINT NOT NULL,
    PRIMARY KEY (model_id, version_id, field_id)
  )`
  yield* sql`CREATE INDEX model_versions_in_order ON model_versions (model_id, id)`
  yield* sql`DROP INDEX model_versions_of_model`
  yield* sql`CREATE INDEX codes_by_guid ON codes (project_id, guid)`
})
