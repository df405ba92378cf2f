import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import type { GeoReference } from "../../../src/domain/models/Coordinates.ts"
import { VersionId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { key, readOne } from "../sql/Rows.ts"

/** Makes sure that a model may have another version. Fails as `withinLimit`. */
export const roomForVersion = (sql: SqlClient, modelId: number) =>
  withinLimit(sql, limits.versionsOfModel, sql`model_versions WHERE model_id = ${modelId}`)

/** The versions that are selected with a model. */
export const SourceRow = Schema.Struct({
  projectVersionId: key(VersionId),
  modelVersionId: key(VersionId),
  sharedDataVersionId: key(VersionId)
})

const Inserted = Schema.Struct({ id: key(VersionId) })

/** The title, description and author of a version. */
export interface NamedVersion {
  readonly title: string
  readonly description: string | null
  readonly createdBy: string
}

/** The text of the version that a model's first import creates. */
export const firstVersion = { title: "Import", description: null, changesId: null }

export interface ImportedVersion extends NamedVersion {
  readonly modelId: number
  /** The number under which the changes of the version are stored; null: the id of the version. */
  readonly changesId: number | null
  readonly products: number
  readonly schema: string | null
  /** Size of the uploaded file, in bytes. */
  readonly sizeBytes: number
  readonly position: GeoReference
  /** Blob of the IFC file: the uploaded file or one derived from it. */
  readonly file: string
  /** Blob of the product table. */
  readonly table: string
  /** Blob of the table's values as a Parquet file. */
  readonly parquet: string
}

/**
 * Inserts a version that has its own file, makes it the latest of the model and the model Ready, and returns its id.
 * Runs within the caller's transaction, which must have locked the project.
 *
 * @param versions the shared data version of the project when the import began, and the project version that includes
 * the model
 */
export const insertImportedVersion = fn("insertImportedVersion")(function* (
  sql: SqlClient,
  versions: { readonly projectVersionId: VersionId; readonly sharedDataVersionId: VersionId },
  version: ImportedVersion
) {
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO model_versions (model_id, project_version_id, shared_data_version_id, title, description, products,
        source_blob, table_blob, parquet_blob, created_by, created_at, changes_id, file_schema, size_bytes, geo_reference)
      VALUES (${version.modelId}, ${Number(versions.projectVersionId)}, ${Number(versions.sharedDataVersionId)},
        ${version.title}, ${version.description}, ${version.products}, ${version.file}, ${version.table},
        ${version.parquet}, ${version.createdBy}, ${now(sql)}, ${version.changesId}, ${version.schema}, ${version.sizeBytes},
        ${JSON.stringify(version.position)}) RETURNING id`
  )
  yield* sql`UPDATE models SET state = 'Ready', version_id = ${Number(id)} WHERE id = ${version.modelId}`
  return id
})

/**
 * Inserts a version that uses the file of the model's latest version, makes it the latest and returns its id. Runs
 * within the caller's transaction, which must have locked the project. Fails as `roomForVersion`.
 */
export const insertVersion = fn("insertVersion")(function* (
  sql: SqlClient,
  modelId: number,
  projectVersionId: VersionId,
  version: NamedVersion
) {
  yield* roomForVersion(sql, modelId)
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO model_versions (model_id, project_version_id, shared_data_version_id, title, description, products,
        source_blob, table_blob, parquet_blob, file_schema, size_bytes, geo_reference, created_by, created_at)
      SELECT model_id, ${Number(projectVersionId)}, shared_data_version_id, ${version.title}, ${version.description},
        products, source_blob, table_blob, parquet_blob, file_schema, size_bytes, geo_reference, ${version.createdBy}, ${now(sql)}
      FROM model_versions WHERE id = (SELECT version_id FROM models WHERE id = ${modelId}) RETURNING id`
  )
  yield* sql`UPDATE models SET version_id = ${Number(id)} WHERE id = ${modelId}`
  return id
})
