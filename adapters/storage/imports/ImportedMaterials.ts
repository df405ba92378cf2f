import type { SqlClient } from "@effect/sql/SqlClient"
import { Schema } from "effect"
import { ofMaterial, ofMaterialLibrary } from "../../../src/domain/DerivedUuid.ts"
import type { ContentMaterial } from "../../../src/domain/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { now } from "../sql/Clock.ts"
import { type ImportedModel, rowsPerStatement } from "./ImportedModel.ts"
import { integer, readGuids, readOne } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer })

/**
 * The materials of a file as a library named like the model; nothing for a file without materials. What is there
 * already keeps what was changed in it, and what was deleted stays deleted. Runs within the caller's transaction.
 */
export const insertMaterials = fn("insertMaterials")(function* (
  sql: SqlClient,
  model: ImportedModel,
  materials: ReadonlyArray<ContentMaterial>
) {
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const gone = new Set(yield* readGuids(sql`SELECT guid FROM deleted_materials WHERE model_id = ${modelId}`))
  const kept = gone.size === 0 ? materials : materials.filter(({ name }) => !gone.has(ofMaterial(model.guid, name)))
  if (kept.length === 0) return
  const library = yield* readOne(
    Library,
    sql`INSERT INTO material_libraries (project_id, model_id, guid, name, created_at)
      VALUES (${projectId}, ${modelId}, ${ofMaterialLibrary(model.guid)}, ${model.name}, ${now(sql)})
      ON CONFLICT (project_id, guid) DO UPDATE SET guid = excluded.guid RETURNING id`
  )
  yield* inBatches(kept, rowsPerStatement, (slice) => {
    const rows = slice.map(({ category, description, name }) => ({
      project_id: projectId,
      library_id: library.id,
      guid: ofMaterial(model.guid, name),
      name,
      imported_name: name,
      description,
      category
    }))
    return sql`INSERT INTO materials ${sql.insert(rows)} ON CONFLICT (project_id, guid) DO NOTHING`
  })
})
