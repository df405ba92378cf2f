import type { SqlClient } from "@effect/sql"
import { Effect, Schema, Stream } from "effect"
import { ModelId, type ProjectId } from "../../../src/domain/Identifier.ts"
import type { StoredLibrary } from "../../../src/ports/MaterialRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, key, readFirst } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"

const nullable = Schema.NullOr(Schema.String)

const content = {
  name: Schema.String,
  guid: Schema.String,
  color: nullable,
  description: nullable,
  category: nullable
}

/** A material with what the repository needs to change it. */
const MaterialRow = Schema.Struct({
  id: integer,
  modelId: Schema.NullOr(key(ModelId)),
  importedName: nullable,
  ...content
})

const LibraryRow = Schema.Struct({ id: integer })

/** A row for each material of a library; one for a library without any, where all that a material has is null. */
const Row = Schema.Struct({
  libraryGuid: Schema.String,
  libraryName: Schema.String,
  ...content,
  name: nullable,
  guid: nullable
})

const Difference = Schema.Struct({ guid: Schema.String, name: nullable })

/** Reads material libraries. */
export const materialRows = (sql: SqlClient.SqlClient) => {
  const columns = sql`m.guid, m.name, m.color, m.description, m.category`

  const libraries = fn("materialRows.libraries")(function* (projectId: ProjectId, libraryGuid: string | null) {
    const found = new Map<string, StoredLibrary & { readonly materials: Array<StoredLibrary["materials"][number]> }>()
    const statement = sql`SELECT l.guid AS "libraryGuid", l.name AS "libraryName", ${columns}
      FROM material_libraries l LEFT JOIN materials m ON m.library_id = l.id
      WHERE l.project_id = ${Number(projectId)} ${libraryGuid === null ? sql`` : sql`AND l.guid = ${libraryGuid}`}
      ORDER BY l.id, m.id`
    yield* Stream.runForEach(rowStream(statement, Row), ({ guid, libraryGuid, libraryName, name, ...rest }) =>
      Effect.sync(() => {
        let library = found.get(libraryGuid)
        if (library === undefined) {
          found.set(libraryGuid, (library = { guid: libraryGuid, name: libraryName, materials: [] }))
        }
        if (guid !== null) library.materials.push({ guid, name: name!, ...rest })
      })
    )
    return [...found.values()]
  })

  const library = (projectId: ProjectId, guid: string) =>
    readFirst(
      LibraryRow,
      sql`SELECT id FROM material_libraries WHERE project_id = ${Number(projectId)} AND guid = ${guid}`
    )

  const material = (projectId: ProjectId, libraryGuid: string, guid: string) =>
    readFirst(
      MaterialRow,
      sql`SELECT m.id, l.model_id AS "modelId",
        m.imported_name AS "importedName", ${columns}
      FROM materials m JOIN material_libraries l ON l.id = m.library_id
      WHERE m.project_id = ${Number(projectId)} AND m.guid = ${guid} AND l.guid = ${libraryGuid}`
    )

  const differences = (projectId: ProjectId) =>
    Stream.runFold(
      rowStream(
        sql`SELECT guid, name FROM materials
            WHERE project_id = ${Number(projectId)} AND (imported_name IS NULL OR imported_name <> name)
          UNION ALL SELECT guid, NULL AS name FROM deleted_materials WHERE project_id = ${Number(projectId)}`,
        Difference
      ),
      new Map<string, { readonly name: string } | null>(),
      (found, { guid, name }) => found.set(guid, name === null ? null : { name })
    )

  return { libraries, library, material, differences }
}
