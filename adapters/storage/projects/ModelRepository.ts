import { Effect, Option, Schema } from "effect"
import { InvalidUploadKey } from "../../../src/domain/Errors.ts"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/Role.ts"
import { ModelRepository } from "../../../src/ports/ModelRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { failOperations, forgetOutputs } from "../operations/OperationEndings.ts"
import { insertOperation } from "../operations/OperationRows.ts"
import { insertModel, SourceRow } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { repository } from "../sql/Repository.ts"
import { flag, key, readAll } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  modelId: key(ModelId),
  guid: GlobalId,
  name: Schema.String,
  projectRole: ProjectRole,
  isCreator: flag,
  given: Schema.NullOr(ModelRole),
  defaultRole: ModelRole,
  ...SourceRow.fields,
  table: Schema.String
})
const TagRow = Schema.Struct({ modelId: key(ModelId), tag: Schema.String })
const InProject = Schema.Struct({ projectId: key(ProjectId) })

export const layer = repository(ModelRepository, (sql) => {
  const inTransaction = transaction(sql)

  const listed = fn("ModelRepository.list")(function* (projectId: ProjectId, userId: UserId, modelId: ModelId | null) {
    const wanted = sql`m.project_id = ${Number(projectId)} ${modelId === null ? sql`` : sql`AND m.id = ${Number(modelId)}`}`
    const tags = yield* readAll(
      TagRow,
      sql`SELECT m.id AS "modelId", t.name AS tag
        FROM models m JOIN model_tags mt ON mt.model_id = m.id JOIN tags t ON t.id = mt.tag_id
        WHERE ${wanted} ORDER BY mt.position`
    )
    const rows = yield* readAll(
      Row,
      sql`SELECT m.id AS "modelId", m.guid, m.name, pm.role AS "projectRole", m.default_role AS "defaultRole",
          CASE WHEN m.created_by = ${userId} THEN 1 ELSE 0 END AS "isCreator", mm.role AS given,
          m.version_id AS "modelVersionId", p.project_version_id AS "projectVersionId",
          p.shared_data_version_id AS "sharedDataVersionId", v.table_blob AS "table"
        FROM models m JOIN projects p ON p.id = m.project_id JOIN model_versions v ON v.id = m.version_id
        JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = ${userId}
        LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
        WHERE ${wanted} AND m.state = 'Ready'`
    )
    const byModel = Map.groupBy(tags, (row) => row.modelId)
    return rows.map(
      ({
        defaultRole,
        given,
        isCreator,
        modelVersionId,
        projectRole,
        projectVersionId,
        sharedDataVersionId,
        ...model
      }) => ({
        ...model,
        tags: byModel.get(model.modelId)?.map(({ tag }) => tag) ?? [],
        role: modelRoleInForce({ projectRole, isCreator, given, defaultRole }),
        source: { projectVersionId, modelVersionId, sharedDataVersionId }
      })
    )
  }, storageErrors)

  const linkTags = fn("ModelRepository.linkTags")(function* (
    projectId: ProjectId,
    modelId: ModelId,
    names: ReadonlyArray<string>
  ) {
    for (const [position, name] of names.entries()) {
      yield* sql`INSERT INTO tags (project_id, name) VALUES (${Number(projectId)}, ${name})
          ON CONFLICT (project_id, name) DO NOTHING`
      yield* sql`INSERT INTO model_tags (model_id, tag_id, position)
          SELECT ${Number(modelId)}, id, ${position} FROM tags WHERE project_id = ${Number(projectId)} AND name = ${name}`
    }
  })

  return {
    list: (projectId, userId) => listed(projectId, userId, null),
    find: (projectId, userId, modelId) =>
      Effect.map(listed(projectId, userId, modelId), (found) => Option.fromNullable(found[0])),
    createWithImport: fn("ModelRepository.createWithImport")(function* (model) {
      const used = yield* sql`UPDATE uploads SET state = 'Used'
          WHERE upload_key = ${model.uploadKey} AND state = 'Issued' RETURNING upload_key`
      if (used.length === 0) {
        return yield* new InvalidUploadKey({ details: "A model has been made of this upload already." })
      }
      const id = yield* insertModel(sql, model)
      yield* linkTags(model.projectId, id, model.tags)
      yield* audit(sql, { projectId: model.projectId, action: "model.create", object: id, outcome: "Done" })
      const operation = yield* insertOperation(sql, { ...model, modelId: id, startedBy: model.createdBy })
      return { modelId: id, operation }
    }, inTransaction),
    remove: fn("ModelRepository.remove")(function* (modelId) {
      const id = Number(modelId)
      const reason = { error: "ModelNotFound", errorDetails: "The model was removed." }
      // Whoever changes a project and its models takes the project first, so that no two wait for each other.
      yield* sql`SELECT id FROM projects WHERE id = (SELECT project_id FROM models WHERE id = ${id}) ${locked(sql)}`
      yield* failOperations(sql, sql`model_id = ${id}`, reason)
      yield* forgetOutputs(sql, sql`id = ${id}`)
      // Its libraries go with it: what the project shares is another from now on.
      const gone = yield* readAll(
        InProject,
        sql`DELETE FROM models WHERE id = ${id} RETURNING project_id AS "projectId"`
      )
      for (const { projectId } of gone) {
        yield* newVersions(sql, projectId)
        yield* audit(sql, { projectId, action: "model.remove", object: modelId, outcome: "Done" })
      }
    }, inTransaction)
  }
})
