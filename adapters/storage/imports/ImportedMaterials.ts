import type { SqlClient } from "@effect/sql/SqlClient"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ofMaterial, ofMaterialLibrary } from "../../../src/domain/DerivedUuid.ts"
import type { ContentMaterial } from "../../../src/domain/models/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, type Portion, portionOf, rowsPerStatement, type Stage, upToDate } from "./ImportedModel.ts"
import { integer, readGuids, readOne } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer })

/** A material of the file. */
interface Given {
  readonly material: ContentMaterial
  readonly guid: string
}

/**
 * Stores the materials of a file as a library named like the model, or nothing if the file has no materials. Existing
 * materials keep what users changed in them. Materials that were deleted, even during the import, stay deleted.
 */
export const importedMaterials = fn("importedMaterials")(function* (
  sql: SqlClient,
  model: ImportedModel,
  stage: Stage
) {
  const { stagedBy } = stage
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const deletedMaterials = upToDate(
    stage,
    Effect.map(
      readGuids(sql`SELECT guid FROM deleted_materials WHERE model_id = ${modelId}
        UNION ALL SELECT m.guid FROM material_libraries l JOIN materials m ON m.library_id = l.id
          WHERE l.model_id = ${modelId} AND l.project_id <> ${projectId}`),
      (guids) => new Set(guids)
    )
  )

  const deleted = yield* deletedMaterials
  let libraryId: number | null = null
  const library = readOne(
    Library,
    sql`INSERT INTO material_libraries (project_id, model_id, guid, name, created_at, staged_by)
      VALUES (${projectId}, ${modelId}, ${ofMaterialLibrary(model.guid)}, ${model.name}, ${now(sql)}, ${stagedBy})
      ON CONFLICT (project_id, guid) DO UPDATE SET guid = excluded.guid RETURNING id`
  )

  const insert = (library: number, rows: ReadonlyArray<Given>) =>
    Array.chunksOf(rows, rowsPerStatement).map((some) => {
      const alike = { project_id: projectId, library_id: library, staged_by: stagedBy }
      const values = manyRows(sql, some, alike, {
        guid: ["TEXT", ({ guid }) => guid],
        name: ["TEXT", ({ material }) => material.name],
        imported_name: ["TEXT", ({ material }) => material.name],
        description: ["TEXT", ({ material }) => material.description],
        category: ["TEXT", ({ material }) => material.category]
      })
      return sql`INSERT INTO materials ${values} ON CONFLICT (project_id, guid) DO NOTHING`
    })

  const add = (materials: ReadonlyArray<ContentMaterial>): Portion => {
    const given = materials.map((material) => ({ material, guid: ofMaterial(model.guid, material.name) }))
    const without = (deleted: ReadonlySet<string>) => given.filter(({ guid }) => !deleted.has(guid))
    const work = Effect.gen(function* () {
      const rows = without(yield* deletedMaterials)
      if (rows.length === 0) return
      libraryId = (yield* library).id
      yield* Effect.all(insert(libraryId, rows), { discard: true })
    })
    if (given.length === 0) return portionOf([])
    return { statements: libraryId === null ? null : insert(libraryId, without(deleted)), work }
  }

  return { add }
})
