import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { InvalidUploadKey } from "../../../src/domain/Errors.ts"
import { thumbnail } from "../../../src/domain/models/DerivedFile.ts"
import { modelRemoved } from "../../../src/domain/events/NewEvents.ts"
import { GeoReference, Offset } from "../../../src/domain/models/Coordinates.ts"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole } from "../../../src/domain/projects/Role.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { alreadyUsed } from "../../../src/domain/models/Upload.ts"
import { type ListedModel, ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { keepReaders } from "../events/FormerReaders.ts"
import { audit } from "../history/Audit.ts"
import { insertTombstone } from "../libraries/Tombstone.ts"
import { withinLimit } from "../sql/Limit.ts"
import { kept, locked } from "../sql/Lock.ts"
import { entries, Entry, inSlices } from "../sql/LongList.ts"
import { byName } from "../sql/NameOrder.ts"
import { admitAlone } from "../operations/OperationAdmission.ts"
import { failOperations, forgetOutputs } from "../operations/OperationEndings.ts"
import { insertOperation } from "../operations/OperationRows.ts"
import { roomForVersion, SourceRow } from "../history/ModelVersions.ts"
import { newVersionsOf } from "../history/ProjectVersions.ts"
import { insertModel } from "./ModelRows.ts"
import { forgetTags, linkTags } from "./ModelTags.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readAll } from "../sql/Rows.ts"
import { nameOf } from "../sql/UserNames.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  id: integer,
  guid: GlobalId,
  name: Schema.String,
  projectRole: ProjectRole,
  isCreator: flag,
  given: Schema.NullOr(ModelRole),
  defaultRole: ModelRole,
  ...SourceRow.fields,
  table: Schema.String,
  picture: Schema.NullOr(Schema.String),
  createdAt: integer,
  updatedAt: integer,
  updatedBy: UserId,
  updatedByName: Schema.NullOr(Schema.String),
  versionTitle: Schema.String,
  products: integer,
  sizeBytes: Schema.NullOr(integer),
  schema: Schema.NullOr(Schema.String),
  position: Schema.NullOr(Schema.parseJson(GeoReference)),
  offset: Schema.NullOr(Schema.parseJson(Offset))
})
const TagRow = Schema.Struct({ id: integer, tag: Schema.String })
const Removing = Schema.Struct({ projectId: key(ProjectId), isReady: flag })

const shown = (
  { defaultRole, given, id, isCreator, offset, position, projectRole, ...row }: typeof Row.Type,
  tags: ReadonlyArray<typeof TagRow.Type>
): ListedModel => {
  const { modelVersionId, projectVersionId, sharedDataVersionId, ...model } = row
  return {
    ...model,
    modelId: ModelId.make(String(id)),
    tags: tags.map(({ tag }) => tag),
    role: modelRoleInForce({ projectRole, isCreator, given, defaultRole }),
    source: { modelVersionId, projectVersionId, sharedDataVersionId },
    coordinates: { offset, site: position?.site ?? null, map: position?.map ?? null }
  }
}

export const layer = repository(ModelRepository, (sql) => {
  const inTransaction = transaction(sql)

  /** Returns the rows of some models of a project and their tags. Other memberships of the user are not read. */
  const rowsOf = (projectId: ProjectId, userId: UserId, ids: ReadonlyArray<number>) =>
    Effect.all([
      readAll(
        Row,
        sql`SELECT m.id, m.guid, m.name, pm.role AS "projectRole", m.default_role AS "defaultRole",
            CASE WHEN m.created_by = ${userId} THEN 1 ELSE 0 END AS "isCreator", mm.role AS given,
            m.version_id AS "modelVersionId", p.project_version_id AS "projectVersionId",
            p.shared_data_version_id AS "sharedDataVersionId", v.table_blob AS "table",
            coalesce(d.file_blob, t.picture_blob) AS picture, m.created_at AS "createdAt", v.created_at AS "updatedAt",
            v.created_by AS "updatedBy", ${nameOf(sql, sql`v.created_by`)} AS "updatedByName",
            v.title AS "versionTitle", v.products, v.size_bytes AS "sizeBytes", v.file_schema AS "schema",
            v.geo_reference AS "position", t.view_offset AS "offset"
          FROM project_members pm JOIN projects p ON p.id = pm.project_id
          JOIN models m ON m.project_id = p.id JOIN model_versions v ON v.id = m.version_id
          LEFT JOIN measured_tables t ON t.table_blob = v.table_blob
          LEFT JOIN derived_files d
            ON d.model_id = m.id AND d.source = CAST(m.version_id AS TEXT) AND d.name = ${thumbnail}
          LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
          WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}
            AND ${sql.in("m.id", ids)} AND m.state = 'Ready'`
      ),
      readAll(
        TagRow,
        sql`SELECT mt.model_id AS id, t.name AS tag FROM model_tags mt JOIN tags t ON t.id = mt.tag_id
          WHERE ${sql.in("mt.model_id", ids)} ORDER BY mt.model_id, mt.position`
      )
    ])

  const listed = (projectId: ProjectId, userId: UserId, models: Statement.Statement<object>) =>
    inSlices(entries(sql, models, Entry), (slice) =>
      Effect.map(
        storageErrors(
          rowsOf(
            projectId,
            userId,
            slice.map(({ id }) => id)
          )
        ),
        ([rows, tags]) => {
          const [byId, tagsById] = [Map.groupBy(rows, ({ id }) => id), Map.groupBy(tags, ({ id }) => id)]
          return slice.flatMap(({ id }) => (byId.get(id) ?? []).map((row) => shown(row, tagsById.get(id) ?? [])))
        }
      )
    )

  const use = fn("ModelRepository.use")(function* (uploadKey: string) {
    const used = yield* sql`UPDATE uploads SET state = 'Used'
        WHERE upload_key = ${uploadKey} AND state = 'Issued' RETURNING upload_key`
    if (used.length === 0) return yield* new InvalidUploadKey({ details: alreadyUsed })
  })

  return {
    list: (projectId, userId) =>
      listed(
        projectId,
        userId,
        sql`SELECT m.id, (SELECT coalesce(sum(octet_length(t.name)), 0) FROM model_tags mt JOIN tags t ON t.id = mt.tag_id
              WHERE mt.model_id = m.id) AS bytes
            FROM models m WHERE m.project_id = ${Number(projectId)} AND m.state = 'Ready' ${byName(sql, "m")}`
      ),
    find: (projectId, userId, modelId) =>
      Effect.map(
        Pull.all(
          listed(
            projectId,
            userId,
            sql`SELECT id, 0 AS bytes FROM models WHERE project_id = ${Number(projectId)} AND id = ${Number(modelId)}`
          )
        ),
        ([model]) => Option.fromNullable(model)
      ),
    createWithImport: fn("ModelRepository.createWithImport")(function* (model) {
      const project = Number(model.projectId)
      const found = yield* sql`SELECT id FROM projects WHERE id = ${project} AND removed = 0 ${locked(sql)}`
      if (found.length === 0) return yield* missing.deletedProject()
      yield* admitAlone(sql, model.createdBy)
      yield* withinLimit(sql, limits.modelsOfProject, sql`models WHERE project_id = ${project}`)
      yield* use(model.uploadKey)
      const id = yield* insertModel(sql, model)
      yield* linkTags(sql, model.projectId, id, model.tags)
      yield* audit(sql, { projectId: model.projectId, action: "model.create", object: id, outcome: "Done" })
      const operation = yield* insertOperation(sql, {
        ...model,
        modelId: id,
        startedBy: model.createdBy,
        inputBytes: 0
      })
      return { modelId: id, operation }
    }, inTransaction),
    startNewFile: fn("ModelRepository.startNewFile")(function* ({ uploadKey, ...operation }) {
      const [project, model] = [Number(operation.projectId), Number(operation.modelId)]
      const owner = yield* sql`SELECT id FROM projects WHERE id = ${project} AND removed = 0 ${locked(sql)}`
      if (owner.length === 0) return yield* missing.deletedProject()
      yield* admitAlone(sql, operation.startedBy)
      const found = yield* sql`SELECT id FROM models
        WHERE id = ${model} AND project_id = ${project} AND state = 'Ready' ${kept(sql)}`
      if (found.length === 0) return yield* missing.removedModel()
      yield* roomForVersion(sql, model)
      yield* use(uploadKey)
      return yield* insertOperation(sql, { ...operation, inputBytes: 0 })
    }, inTransaction),
    remove: fn("ModelRepository.remove")(function* (modelId) {
      const id = Number(modelId)
      const reason = { error: "ModelNotFound", errorDetails: "The model was removed." }
      // Changes of a project and its models lock the project first, which prevents deadlocks.
      yield* sql`SELECT id FROM projects WHERE id = (SELECT project_id FROM models WHERE id = ${id}) ${locked(sql)}`
      yield* failOperations(sql, sql`model_id = ${id}`, reason)
      yield* forgetOutputs(sql, sql`id = ${id}`)
      yield* forgetTags(sql, sql`id = ${id}`)
      // The libraries of the model are removed too, so the shared data of the project changes.
      const gone = yield* readAll(
        Removing,
        sql`SELECT m.project_id AS "projectId", CASE WHEN m.state = 'Ready' THEN 1 ELSE 0 END AS "isReady" FROM models m JOIN projects p ON p.id = m.project_id
          WHERE m.id = ${id} AND p.removed = 0`
      )
      for (const { isReady, projectId } of gone) {
        if (isReady) yield* keepReaders(sql, id)
        const tombstone = yield* insertTombstone(sql, null)
        yield* sql`UPDATE models SET project_id = ${tombstone} WHERE id = ${id}`
        for (const table of ["material_libraries", "codification_libraries"]) {
          yield* sql`UPDATE ${sql(table)} SET project_id = ${tombstone}
            WHERE model_id = ${id} AND project_id = ${Number(projectId)}`
        }
        yield* newVersionsOf(
          sql,
          { projectId, action: "model.remove", object: modelId, outcome: "Done" },
          isReady ? [modelRemoved(modelId)] : []
        )
      }
    }, longTransaction(sql))
  }
})
