import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { ofMaterial, ofMaterialLibrary } from "../../../src/domain/DerivedUuid.ts"
import type { ContentMaterial } from "../../../src/domain/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { now } from "../sql/Clock.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, rowsPerStatement, type Stage, upToDate } from "./ImportedModel.ts"
import { integer, readGuids, readOne } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer })

/**
 * The materials of a file as a library named like the model; nothing for a file without materials. What is there
 * already keeps what was changed in it, and what was deleted stays deleted, while the import is at it too. What `add`
 * gives runs within transactions of the caller.
 */
export const importedMaterials = (sql: SqlClient, model: ImportedModel, stage: Stage) => {
  const { stagedBy } = stage
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const gone = upToDate(
    stage,
    Effect.map(
      readGuids(sql`SELECT guid FROM deleted_materials WHERE model_id = ${modelId}
        UNION ALL SELECT m.guid FROM material_libraries l JOIN materials m ON m.library_id = l.id
          WHERE l.model_id = ${modelId} AND l.project_id <> ${projectId}`),
      (guids) => new Set(guids)
    )
  )

  const library = readOne(
    Library,
    sql`INSERT INTO material_libraries (project_id, model_id, guid, name, created_at, staged_by)
      VALUES (${projectId}, ${modelId}, ${ofMaterialLibrary(model.guid)}, ${model.name}, ${now(sql)}, ${stagedBy})
      ON CONFLICT (project_id, guid) DO UPDATE SET guid = excluded.guid RETURNING id`
  )

  const add = fn("importedMaterials.add")(function* (materials: ReadonlyArray<ContentMaterial>) {
    if (materials.length === 0) return
    const deleted = yield* gone
    const rows = materials
      .map((material) => ({ material, guid: ofMaterial(model.guid, material.name) }))
      .filter(({ guid }) => !deleted.has(guid))
    if (rows.length === 0) return
    const { id } = yield* library
    const alike = { project_id: projectId, library_id: id, staged_by: stagedBy }
    yield* inBatches(rows, rowsPerStatement, (slice) => {
      const values = manyRows(sql, slice, alike, {
        guid: ["TEXT", ({ guid }) => guid],
        name: ["TEXT", ({ material }) => material.name],
        imported_name: ["TEXT", ({ material }) => material.name],
        description: ["TEXT", ({ material }) => material.description],
        category: ["TEXT", ({ material }) => material.category]
      })
      return sql`INSERT INTO materials ${values} ON CONFLICT (project_id, guid) DO NOTHING`
    })
  })

  return { add }
}
