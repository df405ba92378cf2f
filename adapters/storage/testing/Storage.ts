import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { type SharedContent, sliceOf } from "../../../src/domain/models/SharedSlice.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { insertShared } from "../imports/ImportedData.ts"
import type { ImportedModel } from "../imports/ImportedModel.ts"
import { firstVersion, insertImportedVersion } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import * as Repositories from "../Repositories.ts"
import { transaction } from "../sql/Transaction.ts"
import * as Folder from "./Folder.ts"

/** Every repository over a database that is removed with the layer. */
export const layer = Layer.mergeAll(
  Repositories.layer.pipe(Layer.provideMerge(Folder.volatile("migrated"))),
  Logger.remove(Logger.defaultLogger)
)

const ada = "ada" as UserId

/** Purges the rows of removed projects. */
export const purged = Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)

/** A new project of Ada's; its id. */
export const newProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  return (yield* projects.create(ada, { name: "Project" })).id
})

/** The latest versions of a project: both grow with every change of what it shares. */
export const versionsOf = (projectId: ProjectId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`SELECT shared_data_version_id, project_version_id FROM projects WHERE id = ${Number(projectId)}`.values
  )

const nothing: SharedContent = { locations: [], materials: [], codifications: [], codes: [] }

/** Inserts a model of the project in the state in which an import ends; `again` is the model that gets a new file. */
export const imported = fn("imported")(function* (
  projectId: ProjectId,
  content: Partial<SharedContent>,
  again?: ImportedModel
) {
  const sql = yield* SqlClient.SqlClient
  return yield* transaction(sql)(
    Effect.gen(function* () {
      const guid = again?.guid ?? GlobalId.random()
      const [row] = again
        ? [{ id: again.modelId }]
        : yield* sql<{ readonly id: number }>`INSERT INTO models
            (project_id, guid, name, state, default_role, created_by, created_at)
            VALUES (${Number(projectId)}, ${guid}, 'Model', 'Importing', 'Viewer', ${ada}, 0) RETURNING id`
      const model: ImportedModel = { projectId, modelId: String(row?.id) as ModelId, guid, name: "Model" }
      const versions = yield* newVersions(sql, projectId)
      yield* insertShared(sql, model, [sliceOf({ ...nothing, ...content })])
      yield* insertImportedVersion(sql, versions, {
        ...firstVersion,
        modelId: Number(model.modelId),
        createdBy: ada,
        products: 0,
        schema: "IFC4",
        sizeBytes: 0,
        position: { site: null, map: null },
        file: "file",
        table: "table",
        parquet: "parquet"
      })
      return { model, importedWith: Number(versions.sharedDataVersionId) }
    })
  )
})
