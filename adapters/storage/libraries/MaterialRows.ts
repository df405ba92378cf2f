import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ModelId, type ProjectId } from "../../../src/domain/Identifier.ts"
import type { ListedMaterial } from "../../../src/ports/libraries/MaterialRepository.ts"
import { entries, inSlices, rowsById } from "../sql/LongList.ts"
import { integer, key, readFirst } from "../sql/Rows.ts"
import { visible } from "./Visible.ts"
import { mapOf } from "../sql/RowStream.ts"

const nullable = Schema.NullOr(Schema.String)

const content = {
  name: Schema.String,
  guid: Schema.String,
  color: nullable,
  description: nullable,
  category: nullable
}

/** A material with the columns that the repository needs to change it. */
const MaterialRow = Schema.Struct({
  id: integer,
  modelId: Schema.NullOr(key(ModelId)),
  importedName: nullable,
  ...content
})

const ListedLibrary = Schema.Struct({ id: integer, guid: Schema.String, name: Schema.String })
const ListedRow = Schema.Struct({ id: integer, ...content, properties: nullable })

/** A material of a list; its id is null for a library without materials. */
const Entry = Schema.Struct({ libraryId: integer, materialId: Schema.NullOr(integer), bytes: integer })

const Difference = Schema.Struct({ guid: Schema.String, name: nullable })

/** Reads material libraries. */
export const materialRows = (sql: SqlClient.SqlClient) => {
  const columns = sql`m.guid, m.name, m.color, m.description, m.category`

  const list = (projectId: ProjectId, libraryGuid: string | null) => {
    const order = sql`SELECT l.id AS "libraryId", m.id AS "materialId",
        coalesce(octet_length(m.description), 0) + coalesce(octet_length(m.properties), 0) AS bytes
      FROM material_libraries l LEFT JOIN materials m ON m.library_id = l.id
        AND ${visible(sql, Number(projectId), "m")}
      WHERE l.project_id = ${Number(projectId)} AND ${visible(sql, Number(projectId))}
        ${libraryGuid === null ? sql`` : sql`AND l.guid = ${libraryGuid}`}
      ORDER BY l.id, m.id`
    return inSlices(entries(sql, order, Entry), (slice) =>
      Effect.gen(function* () {
        const libraries = yield* rowsById(
          ListedLibrary,
          [...new Set(slice.map(({ libraryId }) => libraryId))],
          (ids) => sql`SELECT l.id, l.guid, l.name FROM material_libraries l WHERE ${sql.in("l.id", ids)}`
        )
        const materials = yield* rowsById(
          ListedRow,
          slice.flatMap(({ materialId }) => materialId ?? []),
          (ids) => sql`SELECT m.id, ${columns}, m.properties FROM materials m WHERE ${sql.in("m.id", ids)}`
        )
        return slice.flatMap(({ libraryId, materialId }): ReadonlyArray<ListedMaterial> => {
          const library = libraries.get(libraryId)
          const found = materialId === null ? null : materials.get(materialId)
          if (library === undefined || found === undefined) return []
          const { guid, name } = library
          return [{ library: { name, guid }, material: found && Struct.omit(found, "id") }]
        })
      })
    )
  }

  const library = (projectId: ProjectId, guid: string) =>
    readFirst(
      ListedLibrary,
      sql`SELECT l.id, l.guid, l.name FROM material_libraries l
        WHERE l.project_id = ${Number(projectId)} AND l.guid = ${guid} AND ${visible(sql, Number(projectId))}`
    )

  const material = (projectId: ProjectId, libraryGuid: string, guid: string) =>
    readFirst(
      MaterialRow,
      sql`SELECT m.id, l.model_id AS "modelId",
        m.imported_name AS "importedName", ${columns}
      FROM materials m JOIN material_libraries l ON l.id = m.library_id
      WHERE m.project_id = ${Number(projectId)} AND m.guid = ${guid} AND l.guid = ${libraryGuid}
        AND l.project_id = m.project_id AND ${visible(sql, Number(projectId))}
        AND ${visible(sql, Number(projectId), "m")}`
    )

  const differences = (projectId: ProjectId) =>
    mapOf(
      sql,
      sql`SELECT guid, name FROM materials m
            WHERE project_id = ${Number(projectId)} AND (imported_name IS NULL OR imported_name <> name)
              AND (SELECT l.project_id FROM material_libraries l WHERE l.id = m.library_id) = m.project_id
          UNION ALL SELECT guid, NULL AS name FROM deleted_materials WHERE project_id = ${Number(projectId)}
          UNION ALL SELECT m.guid, NULL AS name FROM projects p CROSS JOIN material_libraries l CROSS JOIN materials m
            WHERE p.removed_from = ${Number(projectId)} AND l.project_id = p.id AND m.library_id = l.id
              AND l.model_id IS NOT NULL AND m.imported_name IS NOT NULL`,
      Difference,
      ({ guid, name }) => [guid, name === null ? null : { name }] as const
    )

  return { list, library, material, differences }
}
