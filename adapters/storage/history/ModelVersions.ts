import type { SqlClient } from "@effect/sql/SqlClient"
import { Schema } from "effect"
import { VersionId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { key, readOne } from "../sql/Rows.ts"

/** The versions that a row of a model comes with. */
export const SourceRow = Schema.Struct({
  projectVersionId: key(VersionId),
  modelVersionId: key(VersionId),
  sharedDataVersionId: key(VersionId)
})

const Inserted = Schema.Struct({ id: key(VersionId) })

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

/**
 * Gives a model its first version, titled `Import`, and makes it Ready. Runs within the caller's transaction.
 *
 * @param versions what the project shared when the import began, and the project as it is with the model
 */
export const insertFirstVersion = fn("insertFirstVersion")(function* (
  sql: SqlClient,
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

export interface PublishedVersion {
  readonly title: string
  readonly description: string | null
  readonly createdBy: string
}

/**
 * Gives a model another version, which lies over the same file as the one before, and makes it its latest; its id. Runs
 * within the caller's transaction, alone in the project.
 */
export const insertVersion = fn("insertVersion")(function* (
  sql: SqlClient,
  modelId: number,
  projectVersionId: VersionId,
  version: PublishedVersion
) {
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO model_versions (model_id, project_version_id, shared_data_version_id, title, description, products,
        source_blob, table_blob, parquet_blob, created_by, created_at)
      SELECT model_id, ${Number(projectVersionId)}, shared_data_version_id, ${version.title}, ${version.description},
        products, source_blob, table_blob, parquet_blob, ${version.createdBy}, ${now(sql)}
      FROM model_versions WHERE id = (SELECT version_id FROM models WHERE id = ${modelId}) RETURNING id`
  )
  yield* sql`UPDATE models SET version_id = ${Number(id)} WHERE id = ${modelId}`
  return id
})
