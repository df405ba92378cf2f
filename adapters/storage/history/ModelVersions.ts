import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { ModelId, type ProjectId, type VersionId } from "../../../src/domain/Identifier.ts"
import type { ModelRole } from "../../../src/domain/Role.ts"
import { now } from "../sql/Clock.ts"
import { key } from "../sql/Rows.ts"

const One = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ id: key(ModelId) })))

/** A model whose import has not ended, and its id. Runs within the caller's transaction. */
export const insertModel = Effect.fn("insertModel")(function* (
  sql: SqlClient.SqlClient,
  model: {
    readonly projectId: ProjectId
    readonly guid: string
    readonly name: string
    readonly defaultRole: ModelRole
    readonly createdBy: string
  }
) {
  const [{ id }] = yield* Effect.flatMap(
    sql`INSERT INTO models (project_id, guid, name, state, default_role, created_by, created_at)
      VALUES (${Number(model.projectId)}, ${model.guid}, ${model.name}, 'Importing', ${model.defaultRole},
        ${model.createdBy}, ${now(sql)}) RETURNING id`,
    One
  )
  return id
})

export interface FirstVersion {
  readonly modelId: number
  readonly createdBy: string
  readonly products: number
  /** Blob of the file as it was uploaded. */
  readonly file: string
  /** Blob of its product table. */
  readonly table: string
  /** Blob of the values of the table as a Parquet file. */
  readonly parquet: string
}

/** Gives a model its first version, titled `Import`, and makes it Ready. Runs within the caller's transaction. */
export const insertFirstVersion = Effect.fn("insertFirstVersion")(function* (
  sql: SqlClient.SqlClient,
  versions: { readonly projectVersionId: VersionId; readonly sharedDataVersionId: VersionId },
  version: FirstVersion
) {
  yield* sql`INSERT INTO model_versions (model_id, project_version_id, shared_data_version_id, title, products,
      source_blob, table_blob, parquet_blob, created_by, created_at)
    VALUES (${version.modelId}, ${Number(versions.projectVersionId)}, ${Number(versions.sharedDataVersionId)}, 'Import',
      ${version.products}, ${version.file}, ${version.table}, ${version.parquet}, ${version.createdBy}, ${now(sql)})`
  yield* sql`UPDATE models SET state = 'Ready',
      version_id = (SELECT max(id) FROM model_versions WHERE model_id = ${version.modelId})
    WHERE id = ${version.modelId}`
})
