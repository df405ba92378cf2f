import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ModelId, ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { ModelState } from "../../../src/domain/Model.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/Role.ts"
import { type Access, AccessRepository, type ModelAccess } from "../../../src/ports/AccessRepository.ts"
import { direct } from "../sql/DirectConnection.ts"
import { flag, integer, key } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const ProjectRow = Schema.Struct({
  projectId: key(ProjectId),
  projectName: Schema.String,
  projectDescription: Schema.NullOr(Schema.String),
  projectRole: ProjectRole,
  isSample: flag
})

const Row = Schema.Struct({
  ...ProjectRow.fields,
  modelId: Schema.NullOr(key(ModelId)),
  guid: Schema.NullOr(GlobalId),
  modelName: Schema.NullOr(Schema.String),
  state: Schema.NullOr(ModelState),
  failure: Schema.NullOr(Schema.String),
  createdBy: Schema.NullOr(Schema.String),
  defaultRole: Schema.NullOr(ModelRole),
  givenRole: Schema.NullOr(ModelRole),
  modelVersionId: Schema.NullOr(key(VersionId)),
  projectVersionId: Schema.NullOr(key(VersionId)),
  sharedDataVersionId: Schema.NullOr(key(VersionId)),
  importedWith: Schema.NullOr(integer),
  table: Schema.NullOr(Schema.String),
  parquet: Schema.NullOr(Schema.String)
})

const modelOf = (row: typeof Row.Type, userId: string): Option.Option<ModelAccess> =>
  row.modelId === null
    ? Option.none()
    : Option.some({
        modelId: row.modelId,
        guid: row.guid!,
        name: row.modelName!,
        state: row.state!,
        failure: row.failure,
        role: modelRoleInForce({
          projectRole: row.projectRole,
          isCreator: row.createdBy === userId,
          given: row.givenRole,
          defaultRole: row.defaultRole!
        }),
        latest:
          row.modelVersionId === null
            ? null
            : {
                table: row.table!,
                parquet: row.parquet!,
                importedWith: row.importedWith!,
                source: {
                  modelVersionId: row.modelVersionId,
                  projectVersionId: row.projectVersionId!,
                  sharedDataVersionId: row.sharedDataVersionId!
                }
              }
      })

const decodeProject = Schema.decodeUnknownSync(ProjectRow)
const decodeModel = Schema.decodeUnknownSync(Row)

/** Every request comes through here: without spans, scopes and SqlSchema it costs a third. */
export const layer = Layer.effect(
  AccessRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* direct
    const project = sql`p.id AS "projectId", p.name AS "projectName",
      p.description AS "projectDescription", pm.role AS "projectRole", p.is_sample AS "isSample"`

    const findProject = (userId: UserId, projectId: ProjectId) =>
      read(sql`SELECT ${project}
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}`)

    const findModel = (userId: UserId, projectId: ProjectId, modelId: ModelId) =>
      read(sql`SELECT ${project},
          m.id AS "modelId", m.guid, m.name AS "modelName", m.state, m.failure, m.created_by AS "createdBy",
          m.default_role AS "defaultRole", mm.role AS "givenRole", v.id AS "modelVersionId",
          p.project_version_id AS "projectVersionId", p.shared_data_version_id AS "sharedDataVersionId",
          v.shared_data_version_id AS "importedWith", v.table_blob AS "table", v.parquet_blob AS "parquet"
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        LEFT JOIN models m ON m.project_id = p.id AND m.id = ${Number(modelId)}
        LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
        LEFT JOIN model_versions v ON v.id = m.version_id
        WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}`)

    return AccessRepository.of({
      find: (userId, projectId, modelId) =>
        storageErrors(
          modelId === null
            ? Effect.map(findProject(userId, projectId), ([row]) =>
                row === undefined ? Option.none() : Option.some(projectAccess(decodeProject(row)))
              )
            : Effect.map(findModel(userId, projectId, modelId), ([row]) =>
                row === undefined ? Option.none() : Option.some(modelAccess(decodeModel(row), userId))
              )
        )
    })
  })
)

const projectOf = (row: typeof ProjectRow.Type) => ({
  projectId: row.projectId,
  name: row.projectName,
  description: row.projectDescription,
  role: row.projectRole,
  isSample: row.isSample
})

const projectAccess = (row: typeof ProjectRow.Type): Access => ({ project: projectOf(row), model: Option.none() })

const modelAccess = (row: typeof Row.Type, userId: string): Access => ({
  project: projectOf(row),
  model: modelOf(row, userId)
})
