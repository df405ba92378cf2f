import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { ModelState } from "../../../src/domain/models/Model.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/projects/Role.ts"
import { type Access, AccessRepository } from "../../../src/ports/projects/AccessRepository.ts"
import { SourceRow } from "../history/ModelVersions.ts"
import { direct } from "../sql/DirectConnection.ts"
import { flag, integer, key } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const ProjectRow = Schema.Struct({
  projectId: key(ProjectId),
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  role: ProjectRole,
  isSample: flag
})
const ModelRow = Schema.Struct({
  modelId: key(ModelId),
  guid: GlobalId,
  modelName: Schema.String,
  state: ModelState,
  revision: integer,
  failure: Schema.NullOr(Schema.String),
  isCreator: flag,
  given: Schema.NullOr(ModelRole),
  defaultRole: ModelRole
})
const VersionRow = Schema.Struct({ table: Schema.String, parquet: Schema.String, importedWith: integer })

const decodeProject = Schema.decodeUnknownSync(ProjectRow)
const decodeModel = Schema.decodeUnknownSync(ModelRow)
const decodeVersion = Schema.decodeUnknownSync(VersionRow)
const decodeSource = Schema.decodeUnknownSync(SourceRow)

/**
 * Converts a row. The columns of a model are absent if none was requested and null if it does not exist; those of a
 * version are null if it does not exist.
 */
const accessOf = (row: { readonly modelId?: unknown; readonly modelVersionId?: unknown }): Access => {
  const project = decodeProject(row)
  if (row.modelId === undefined || row.modelId === null) return { project, model: Option.none() }
  const { defaultRole, given, isCreator, modelName, ...model } = decodeModel(row)
  const role = modelRoleInForce({ projectRole: project.role, isCreator, given, defaultRole })
  const latest = row.modelVersionId === null ? null : { ...decodeVersion(row), source: decodeSource(row) }
  return { project, model: Option.some({ ...model, name: modelName, role, latest }) }
}

/** Every request runs these queries. Omitting spans and scopes reduces their cost to a third. */
export const layer = Layer.effect(
  AccessRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* direct
    const project = sql`p.id AS "projectId", p.name, p.description, pm.role, p.is_sample AS "isSample"`

    const findProject = (userId: UserId, projectId: ProjectId) =>
      read(sql`SELECT ${project}
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}`)

    const findModel = (userId: UserId, projectId: ProjectId, modelId: ModelId) =>
      read(sql`SELECT ${project},
          m.id AS "modelId", m.guid, m.name AS "modelName", m.state, m.failure,
          coalesce((SELECT c.revision FROM personal_changes c WHERE c.model_id = m.id AND c.user_id = ${userId}), 0)
            AS revision,
          CASE WHEN m.created_by = ${userId} THEN 1 ELSE 0 END AS "isCreator",
          m.default_role AS "defaultRole", mm.role AS given, v.id AS "modelVersionId",
          p.project_version_id AS "projectVersionId", p.shared_data_version_id AS "sharedDataVersionId",
          v.shared_data_version_id AS "importedWith", v.table_blob AS "table", v.parquet_blob AS "parquet"
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        LEFT JOIN models m ON m.project_id = p.id AND m.id = ${Number(modelId)}
        LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
        LEFT JOIN model_versions v ON v.id = m.version_id
        WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}`)

    return AccessRepository.of({
      find: (userId, projectId, modelId) =>
        (modelId === null ? findProject(userId, projectId) : findModel(userId, projectId, modelId)).pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(accessOf(row)))),
          storageErrors
        )
    })
  })
)
