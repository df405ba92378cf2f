import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { ofMaterial, ofMaterialLibrary } from "../../src/domain/DerivedUuid.ts"
import type { ModelId, ProjectId } from "../../src/domain/Identifier.ts"
import type { ContentMaterial } from "../../src/domain/ModelContent.ts"
import { inBatches } from "./Batches.ts"
import { now } from "./Clock.ts"

/** The model that an import has made Ready. */
export interface ImportedModel {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly guid: string
  readonly name: string
}

/** Rows of one statement: few enough that it is over within a few milliseconds. */
const rowsPerStatement = 200

/**
 * The materials of a model as a library named like it; nothing for a model without materials. Runs within the
 * caller's transaction. What is there already, or was deleted, stays as it is.
 */
export const insertMaterials = Effect.fn("insertMaterials")(function* (
  sql: SqlClient.SqlClient,
  model: ImportedModel,
  materials: ReadonlyArray<ContentMaterial>
) {
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const gone = new Set(
    (yield* sql<{ readonly guid: string }>`SELECT guid FROM deleted_materials WHERE model_id = ${modelId}`).map(
      ({ guid }) => guid
    )
  )
  const rows = materials
    .map((material) => ({ material, guid: ofMaterial(model.guid, material.name) }))
    .filter(({ guid }) => !gone.has(guid))
  if (rows.length === 0) return
  const library = ofMaterialLibrary(model.guid)
  yield* sql`INSERT INTO material_libraries (project_id, model_id, guid, name, created_at)
    VALUES (${projectId}, ${modelId}, ${library}, ${model.name}, ${now(sql)}) ON CONFLICT (project_id, guid) DO NOTHING`
  const found = yield* sql<{ readonly id: number | string }>`SELECT id FROM material_libraries
    WHERE project_id = ${projectId} AND guid = ${library}`
  const libraryId = Number(found[0]!.id)
  yield* inBatches(
    rows,
    rowsPerStatement,
    (slice) =>
      sql`INSERT INTO materials ${sql.insert(
        slice.map(({ guid, material }) => ({
          project_id: projectId,
          library_id: libraryId,
          guid,
          name: material.name,
          imported_name: material.name,
          description: material.description,
          category: material.category
        }))
      )} ON CONFLICT (project_id, guid) DO NOTHING`
  )
})
