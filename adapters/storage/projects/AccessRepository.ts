import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { ModelState } from "../../../src/domain/models/Model.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/projects/Role.ts"
import { reaches } from "../../../src/domain/Reach.ts"
import { Reached } from "../../../src/ports/Reached.ts"
import {
  type Access,
  AccessRepository,
  type ModelAccess,
  type ProjectAccess
} from "../../../src/ports/projects/AccessRepository.ts"
import { SourceRow } from "../history/ModelVersions.ts"
import { prepared } from "../sql/DirectConnection.ts"
import { padded } from "../sql/LongList.ts"
import { byName } from "../sql/NameOrder.ts"
import { flag, integer, key } from "../sql/Rows.ts"
import { eachRow } from "../sql/RowStream.ts"
import { storageErrors } from "../sql/Transaction.ts"

/** The columns of a project, as both storages return them. */
interface ProjectRow {
  readonly projectId: string | number
  readonly name: string
  readonly description: string | null
  readonly role: string
  readonly isSample: string | number
}
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

const isProjectRole = Schema.is(ProjectRole)
const decodeModel = Schema.decodeUnknownSync(ModelRow)
const decodeVersion = Schema.decodeUnknownSync(VersionRow)
const decodeSource = Schema.decodeUnknownSync(SourceRow)

interface Row extends ProjectRow {
  readonly modelId?: unknown
  readonly modelVersionId?: unknown
}

/** Converts the columns of a project without a schema, which would take a twentieth of the whole request. */
const decodeProject = ({ description, isSample, name, projectId, role }: ProjectRow): ProjectAccess => {
  if (!isProjectRole(role)) throw new Error(`${role} is no role`)
  return { projectId: String(projectId) as ProjectId, name, description, role, isSample: Number(isSample) !== 0 }
}

/**
 * Converts a row. The columns of a model are absent if none was requested and null if it does not exist; those of a
 * version are null if it does not exist.
 */
const accessOf = (row: Row): Access => {
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
    const prepare = yield* prepared
    const project = sql`p.id AS "projectId", p.name, p.description, pm.role, p.is_sample AS "isSample"`

    const findProject = prepare<"user" | "project">(
      sql`SELECT ${project}
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        WHERE pm.project_id = ${"project"} AND pm.user_id = ${"user"}`
    )

    const model = (user: string) =>
      sql`m.id AS "modelId", m.guid, m.name AS "modelName", m.state, m.failure,
          coalesce((SELECT c.revision FROM personal_changes c WHERE c.model_id = m.id AND c.user_id = ${user}),
            0) AS revision,
          CASE WHEN m.created_by = ${user} THEN 1 ELSE 0 END AS "isCreator",
          m.default_role AS "defaultRole", mm.role AS given, v.id AS "modelVersionId",
          p.project_version_id AS "projectVersionId", p.shared_data_version_id AS "sharedDataVersionId",
          v.shared_data_version_id AS "importedWith", v.table_blob AS "table", v.parquet_blob AS "parquet"`

    const findModel = prepare<"user" | "project" | "model">(
      sql`SELECT ${project}, ${model("user")}
        FROM project_members pm JOIN projects p ON p.id = pm.project_id
        LEFT JOIN models m ON m.project_id = p.id AND m.id = ${"model"}
        LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${"user"}
        LEFT JOIN model_versions v ON v.id = m.version_id
        WHERE pm.project_id = ${"project"} AND pm.user_id = ${"user"}`
    )

    const selectModels = (user: string, projectId: number, ids: ReadonlyArray<number> | null) =>
      sql`SELECT ${project}, ${model(user)}
        FROM models m JOIN projects p ON p.id = m.project_id
        JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = ${user}
        LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${user}
        LEFT JOIN model_versions v ON v.id = m.version_id
        WHERE m.project_id = ${projectId} ${ids === null ? sql`` : sql`AND ${sql.in("m.id", padded(ids))}`}
        ${byName(sql, "m")}`

    return AccessRepository.of({
      models: (user, projectId, ids) =>
        Effect.flatMap(Reached, (reach) => {
          const models: Array<ModelAccess> = []
          if (!reaches(reach, projectId)) return Effect.succeed(models)
          const statement = selectModels(user, Number(projectId), ids?.map(Number) ?? null)
          const rows = eachRow(sql, statement, Schema.Unknown, (row) => {
            const { model } = accessOf(row as Row)
            if (Option.isSome(model)) models.push(model.value)
          })
          return Effect.as(rows, models)
        }),
      find: (user, projectId, modelId) => {
        const project = Number(projectId)
        const rows =
          modelId === null ? findProject({ user, project }) : findModel({ user, project, model: Number(modelId) })
        const found = storageErrors(
          Effect.map(rows, ([row]) => (row === undefined ? Option.none() : Option.some(accessOf(row as Row))))
        )
        return Effect.flatMap(Reached, (reach) => (reaches(reach, projectId) ? found : Effect.succeedNone))
      }
    })
  })
)
