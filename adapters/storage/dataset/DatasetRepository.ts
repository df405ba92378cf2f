import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ModelId, ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import {
  type Dataset,
  type DatasetClaim,
  type DatasetCommit,
  DatasetRepository,
  type WrittenModel
} from "../../../src/ports/dataset/DatasetRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { markDataset } from "../history/ProjectVersions.ts"
import { inBatches } from "../sql/Batches.ts"
import { now } from "../sql/Clock.ts"
import { json } from "../sql/Json.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readAll, readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Member = Schema.Struct({ projectId: key(ProjectId) })
const Claimed = Schema.Struct({ projectId: key(ProjectId), number: integer, marked: integer })
const Project = Schema.Struct({ projectVersionId: key(VersionId), sharedDataVersionId: key(VersionId) })
const Model = Schema.Struct({
  modelId: key(ModelId),
  modelVersionId: key(VersionId),
  title: Schema.String,
  table: Schema.String,
  importedWith: integer
})
const Row = Schema.Struct({
  location: Schema.String,
  content: json<Pick<Dataset, "tables" | "models">>(),
  updatedAt: integer
})
const Written = Schema.Struct({
  modelId: key(ModelId),
  modelVersionId: key(VersionId),
  sharedDataVersionId: key(VersionId),
  fingerprint: Schema.String,
  files: json<WrittenModel["files"]>()
})

/** The number of rows of one statement, whose parameters are limited. */
const rowsAtOnce = 200

export const layer = repository(DatasetRepository, (sql) => {
  const inTransaction = transaction(sql)
  const held = ({ number, projectId }: DatasetClaim) => sql`project_id = ${Number(projectId)} AND claims = ${number}`

  return {
    claim: fn("DatasetRepository.claim")(function* (leaseMillis) {
      // This query runs every second, so it starts no transaction unless a dataset is out of date.
      const behind = yield* readFirst(
        Member,
        sql`SELECT d.project_id AS "projectId" FROM datasets d JOIN projects p ON p.id = d.project_id
          WHERE d.behind = 1 AND d.lease_until <= ${now(sql)} AND p.removed = 0
          ORDER BY d.lease_until, d.project_id LIMIT 1`
      )
      if (Option.isNone(behind)) return Option.none()
      return yield* inTransaction(
        readFirst(
          Claimed,
          sql`UPDATE datasets SET claims = claims + 1, lease_until = ${now(sql)} + ${leaseMillis}
            WHERE project_id = ${Number(behind.value.projectId)} AND behind = 1 AND lease_until <= ${now(sql)}
            RETURNING project_id AS "projectId", claims AS number, marked`
        )
      )
    }, storageErrors),
    renew: fn("DatasetRepository.renew")(function* (claim, leaseMillis) {
      const rows = yield* sql`UPDATE datasets SET lease_until = ${now(sql)} + ${leaseMillis}
        WHERE ${held(claim)} RETURNING claims`
      return rows.length > 0
    }, inTransaction),
    postpone: fn("DatasetRepository.postpone")(function* (claim, millis) {
      yield* sql`UPDATE datasets SET lease_until = ${now(sql)} + ${millis} WHERE ${held(claim)}`
    }, inTransaction),
    finish: fn("DatasetRepository.finish")(function* (claim, millis) {
      yield* sql`UPDATE datasets SET lease_until = ${now(sql)}, last_millis = ${millis},
        behind = CASE WHEN marked = ${claim.marked} THEN 0 ELSE 1 END WHERE ${held(claim)}`
    }, inTransaction),
    present: fn("DatasetRepository.present")(function* (projectId) {
      const project = yield* readFirst(
        Project,
        sql`SELECT project_version_id AS "projectVersionId", shared_data_version_id AS "sharedDataVersionId"
          FROM projects WHERE id = ${Number(projectId)} AND removed = 0`
      )
      if (Option.isNone(project)) return Option.none()
      const models = yield* readAll(
        Model,
        sql`SELECT m.id AS "modelId", v.id AS "modelVersionId", v.title, v.table_blob AS "table",
            v.shared_data_version_id AS "importedWith"
          FROM models m JOIN model_versions v ON v.id = m.version_id
          WHERE m.project_id = ${Number(projectId)} AND m.state = 'Ready' ORDER BY v.id`
      )
      return Option.some({ ...project.value, models })
    }, storageErrors),
    find: fn("DatasetRepository.find")(function* (projectId) {
      const row = yield* readFirst(
        Row,
        sql`SELECT d.location, d.content, d.updated_at AS "updatedAt"
          FROM datasets d JOIN projects p ON p.id = d.project_id
          WHERE d.project_id = ${Number(projectId)} AND d.content IS NOT NULL AND p.removed = 0`
      )
      return Option.map(row, ({ content, location, updatedAt }) => ({ location, ...content, updatedAt }))
    }, storageErrors),
    models: fn("DatasetRepository.models")(function* (projectId) {
      return yield* readAll(
        Written,
        sql`SELECT model_id AS "modelId", model_version_id AS "modelVersionId",
            shared_data_version_id AS "sharedDataVersionId", fingerprint, files
          FROM dataset_models WHERE project_id = ${Number(projectId)} ORDER BY model_id`
      )
    }, storageErrors),
    commit: fn("DatasetRepository.commit")(function* (
      claim: DatasetClaim,
      { location, models, removed, tables, written }: DatasetCommit
    ) {
      const project = Number(claim.projectId)
      const rows =
        yield* sql`UPDATE datasets SET location = ${location}, content = ${JSON.stringify({ tables, models })},
        updated_at = ${now(sql)} WHERE ${held(claim)} RETURNING claims`
      if (rows.length === 0) return false
      const gone = [...removed, ...written.map(({ modelId }) => modelId)].map(Number)
      yield* inBatches(
        gone,
        rowsAtOnce,
        (some) => sql`DELETE FROM dataset_models WHERE project_id = ${project} AND ${sql.in("model_id", some)}`
      )
      yield* inBatches(
        written,
        rowsAtOnce,
        (some) =>
          sql`INSERT INTO dataset_models ${sql.insert(
            some.map(({ files, fingerprint, modelId, modelVersionId, sharedDataVersionId }) => ({
              project_id: project,
              model_id: Number(modelId),
              model_version_id: Number(modelVersionId),
              shared_data_version_id: Number(sharedDataVersionId),
              fingerprint,
              files: JSON.stringify(files)
            }))
          )}`
      )
      return true
    }, inTransaction),
    confirm: fn("DatasetRepository.confirm")(function* (claim, sharedDataVersionId, models) {
      // Locks the row, so that no other process claims the dataset in between.
      const rows = yield* sql`UPDATE datasets SET claims = claims WHERE ${held(claim)} RETURNING claims`
      if (rows.length === 0) return
      yield* inBatches(
        models.map(Number),
        rowsAtOnce,
        (some) => sql`UPDATE dataset_models SET shared_data_version_id = ${Number(sharedDataVersionId)}
          WHERE project_id = ${Number(claim.projectId)} AND ${sql.in("model_id", some)}`
      )
    }, inTransaction),
    readable: fn("DatasetRepository.readable")(function* (userId) {
      return yield* readAll(
        Member,
        sql`SELECT pm.project_id AS "projectId"
          FROM project_members pm JOIN projects p ON p.id = pm.project_id
          WHERE pm.user_id = ${userId} AND p.removed = 0 AND (pm.role = 'Owner' OR NOT EXISTS (
            SELECT 1 FROM models m LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = ${userId}
            WHERE m.project_id = pm.project_id AND m.created_by <> ${userId}
              AND coalesce(mm.role, m.default_role) = 'NoAccess'))
          ORDER BY pm.project_id`
      )
    }, storageErrors),
    mark: fn("DatasetRepository.mark")(function* (projectId) {
      yield* markDataset(sql, projectId, false)
    }, inTransaction),
    markMoved: fn("DatasetRepository.markMoved")(function* (location) {
      yield* sql`UPDATE datasets SET marked = marked + 1, behind = 1
        WHERE location IS NOT NULL AND location <> ${location} AND behind = 0`
    }, inTransaction)
  }
})
