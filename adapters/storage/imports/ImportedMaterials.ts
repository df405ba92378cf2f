import type { SqlClient } from "@effect/sql/SqlClient"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ofMaterial, ofMaterialLibrary } from "../../../src/domain/DerivedUuid.ts"
import type { ContentMaterial } from "../../../src/domain/models/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { inBatches } from "../sql/Batches.ts"
import { givenRows, manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, type Portion, portionOf, rowsPerStatement, type Stage, upToDate } from "./ImportedModel.ts"
import { integer, readAll, readGuids, readOne } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer })
const Kept = Schema.Struct({ guid: Schema.String, properties: Schema.NullOr(Schema.String) })

/** A material of the file. */
interface Given {
  readonly material: ContentMaterial
  readonly guid: string
}

/** Returns the rows of a material's property sets as they are stored. */
const propertiesOf = ({ material: { properties } }: Given): string | null =>
  properties.length === 0 ? null : JSON.stringify(properties)

/**
 * Stores the materials of a file as a library named like the model, or nothing if the file has no materials. Existing
 * materials keep what users changed in them. Materials that were deleted, even during the import, stay deleted. `renew`
 * updates the property sets of existing materials; it runs within the transaction that shows the import.
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
  const existing = yield* readGuids(
    sql`SELECT guid FROM material_libraries WHERE project_id = ${projectId} AND guid = ${ofMaterialLibrary(model.guid)}`
  )
  const isNew = existing.length === 0
  /** The materials that exist with other property sets, by guid. */
  const outdated = new Map<string, string | null>()
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
        category: ["TEXT", ({ material }) => material.category],
        properties: ["TEXT", propertiesOf]
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
      if (!isNew) yield* compare(rows)
      yield* Effect.all(insert(libraryId, rows), { discard: true })
    })
    if (given.length === 0) return portionOf([])
    return { statements: libraryId === null || !isNew ? null : insert(libraryId, without(deleted)), work }
  }

  /** Collects the materials of a slice that exist with other property sets. */
  const compare = (rows: ReadonlyArray<Given>) =>
    inBatches(rows, rowsPerStatement, (some) =>
      Effect.map(
        readAll(
          Kept,
          sql`SELECT guid, properties FROM materials WHERE project_id = ${projectId}
            AND ${sql.in(
              "guid",
              some.map(({ guid }) => guid)
            )}`
        ),
        (found) => {
          const kept = new Map(found.map(({ guid, properties }) => [guid, properties]))
          for (const one of some) {
            const [before, now] = [kept.get(one.guid), propertiesOf(one)]
            if (before !== undefined && before !== now) outdated.set(one.guid, now)
          }
        }
      )
    )

  const renew = Effect.suspend(() =>
    inBatches([...outdated], rowsPerStatement, (some) => {
      const file = givenRows(sql, some, [], {
        guid: ["TEXT", ([guid]) => guid],
        properties: ["TEXT", ([, properties]) => properties]
      })
      return sql`WITH file (guid, properties) AS (${file}) UPDATE materials SET properties = file.properties FROM file
        WHERE materials.project_id = ${projectId} AND materials.guid = file.guid`
    })
  )

  return { add, renew, isRenewed: () => outdated.size > 0 }
})
