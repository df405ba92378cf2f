import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { VersionId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { key, readOne } from "../sql/Rows.ts"
import { withNext } from "../sql/Together.ts"

/** A version each five minutes for a year. */
const ofModel = { most: 100_000, details: "A model has at most 100,000 versions." }

/** Makes sure that a model may have another version. Fails as `withinLimit`. */
export const roomForVersion = (sql: SqlClient, modelId: number) =>
  withinLimit(sql, ofModel, sql`model_versions WHERE model_id = ${modelId}`)

/** The versions that a row of a model comes with. */
export const SourceRow = Schema.Struct({
  projectVersionId: key(VersionId),
  modelVersionId: key(VersionId),
  sharedDataVersionId: key(VersionId)
})

const Inserted = Schema.Struct({ id: key(VersionId) })

/** What a version is called, and who made it. */
export interface NamedVersion {
  readonly title: string
  readonly description: string | null
  readonly createdBy: string
}

/** The version that makes a model. */
export const firstVersion = { title: "Import", description: null, changesId: null }

export interface ImportedVersion extends NamedVersion {
  readonly modelId: number
  /** Under which number what it changes is stored; null: under its own. */
  readonly changesId: number | null
  readonly products: number
  /** Blob of the IFC file: as it was uploaded, or what was made of that. */
  readonly file: string
  /** Blob of its product table. */
  readonly table: string
  /** Blob of the values of the table as a Parquet file. */
  readonly parquet: string
}

/**
 * Gives a model a version with a file of its own, makes it Ready, and that its latest version. Runs within the caller's
 * transaction, alone in the project.
 *
 * @param versions what the project shared when the import began, and the project as it is with the model
 */
export const insertImportedVersion = fn("insertImportedVersion")(function* (
  sql: SqlClient,
  versions: { readonly projectVersionId: VersionId; readonly sharedDataVersionId: VersionId },
  version: ImportedVersion
) {
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO model_versions (model_id, project_version_id, shared_data_version_id, title, description, products,
        source_blob, table_blob, parquet_blob, created_by, created_at, changes_id)
      VALUES (${version.modelId}, ${Number(versions.projectVersionId)}, ${Number(versions.sharedDataVersionId)},
        ${version.title}, ${version.description}, ${version.products}, ${version.file}, ${version.table},
        ${version.parquet}, ${version.createdBy}, ${now(sql)}, ${version.changesId}) RETURNING id`
  )
  yield* withNext(sql`UPDATE models SET state = 'Ready', version_id = ${Number(id)} WHERE id = ${version.modelId}`)
})

/**
 * Gives a model another version, which lies over the same file as the one before, and makes it its latest; its id. Runs
 * within the caller's transaction, alone in the project. Fails as `roomForVersion`.
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
        source_blob, table_blob, parquet_blob, created_by, created_at)
      SELECT model_id, ${Number(projectVersionId)}, shared_data_version_id, ${version.title}, ${version.description},
        products, source_blob, table_blob, parquet_blob, ${version.createdBy}, ${now(sql)}
      FROM model_versions WHERE id = (SELECT version_id FROM models WHERE id = ${modelId}) RETURNING id`
  )
  yield* withNext(sql`UPDATE models SET version_id = ${Number(id)} WHERE id = ${modelId}`)
  return id
})
