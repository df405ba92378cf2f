import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ModelId, OperationId, ProjectId, RequirementsId, VersionId } from "../../../src/domain/Identifier.ts"
import { OperationStatus } from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { type Check, CheckOutcome, titleOfCheck } from "../../../src/domain/requirements/Check.ts"
import { RequirementsFacts } from "../../../src/domain/requirements/RequirementsDocument.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { CheckRepository } from "../../../src/ports/requirements/CheckRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { service } from "../events/EventRows.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { limited } from "../sql/PageOf.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, numberKey, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { finished, isHeldBy } from "./OperationEndings.ts"
import { insertOperation } from "./OperationRows.ts"

const Row = Schema.Struct({
  operationId: OperationId,
  requirementsId: numberKey(RequirementsId),
  title: Schema.String,
  status: OperationStatus,
  createdAt: integer,
  isAutomatic: flag,
  outcome: Schema.NullOr(Schema.parseJson(CheckOutcome))
})
const Count = Schema.Struct({ count: integer })
const Files = Schema.Struct({ csv: Schema.String, topics: Schema.String })
const Model = Schema.Struct({ guid: Schema.String, name: Schema.String })
const Newest = Schema.Struct({
  projectVersionId: key(VersionId),
  modelVersionId: key(VersionId),
  sharedDataVersionId: key(VersionId),
  publishedAt: integer,
  file: Schema.String,
  table: Schema.String,
  importedWith: integer
})
const Due = Schema.Struct({ modelId: key(ModelId), requirementsId: numberKey(RequirementsId) })
const Wanted = Schema.Struct({
  projectId: key(ProjectId),
  facts: Schema.parseJson(RequirementsFacts),
  checkedBy: Schema.NullOr(UserId)
})

const shown = ({ createdAt, outcome, ...row }: typeof Row.Type): Check => ({
  ...row,
  startedAt: timeOf(createdAt),
  ...(outcome === null ? {} : { outcome })
})

export const layer = repository(CheckRepository, (sql) => {
  const inTransaction = transaction(sql)

  const visible = (modelId: ModelId, userId: UserId) =>
    sql`c.model_id = ${Number(modelId)} AND (c.is_automatic = 1 OR c.started_by = ${userId})`

  /** Returns whether the newest automatic check of a model against a document still waits. */
  const waits = fn("CheckRepository.waits")(function* ({ modelId, requirementsId }: typeof Due.Type) {
    const found = yield* sql<{ readonly status: string }>`SELECT o.status FROM checks c
      JOIN operations o ON o.id = c.operation_id
      WHERE c.model_id = ${Number(modelId)} AND c.requirements_id = ${requirementsId} AND c.is_automatic = 1
      ORDER BY c.id DESC LIMIT 1`
    return found[0]?.status === "Queued"
  })

  type Place = Parameters<typeof CheckRepository.Service.startDue>[1]

  /** Starts a check that is due, unless it is not wanted any more or another one waits. */
  const startCheck = fn("CheckRepository.startCheck")(function* (due: typeof Due.Type, viewOf: Place) {
    const { modelId, requirementsId } = due
    // Changes of a project and its models lock the project first, which prevents deadlocks.
    yield* sql`SELECT id FROM projects
      WHERE id = (SELECT project_id FROM requirements WHERE id = ${requirementsId}) ${locked(sql)}`
    const taken = yield* sql`DELETE FROM due_checks
      WHERE model_id = ${Number(modelId)} AND requirements_id = ${requirementsId} RETURNING model_id`
    if (taken.length === 0) return
    const wanted = yield* readFirst(
      Wanted,
      sql`SELECT r.project_id AS "projectId", r.facts, r.checked_by AS "checkedBy" FROM requirements r
        JOIN models m ON m.project_id = r.project_id JOIN projects p ON p.id = r.project_id
        WHERE r.id = ${requirementsId} AND m.id = ${Number(modelId)} AND r.auto_check = 1 AND m.state = 'Ready'
          AND p.removed = 0`
    )
    if (Option.isNone(wanted) || (yield* waits(due))) return
    const { checkedBy, facts, projectId } = wanted.value
    const startedBy = checkedBy ?? UserId.make(service)
    const operationId = OperationId.make(crypto.randomUUID())
    const command = {
      _tag: "CheckRequirements",
      requirementsId,
      title: titleOfCheck(facts),
      view: viewOf({ projectId, modelId, operationId })
    } as const
    yield* insertOperation(sql, { operationId, projectId, modelId, startedBy, command, inputBytes: 0 }).pipe(
      Effect.provideService(Caller, { userId: startedBy, requestId: null })
    )
  })

  return {
    list: fn("CheckRepository.list")(function* (modelId, userId, page) {
      const where = visible(modelId, userId)
      const { count } = yield* readOne(Count, sql`SELECT count(*) AS count FROM checks c WHERE ${where}`)
      const rows = yield* readAll(
        Row,
        sql`SELECT c.operation_id AS "operationId", c.requirements_id AS "requirementsId", c.title, o.status,
            o.created_at AS "createdAt", c.is_automatic AS "isAutomatic", c.outcome
          FROM checks c JOIN operations o ON o.id = c.operation_id WHERE ${where} ORDER BY c.id DESC ${limited(sql, page)}`
      )
      return { items: rows.map(shown), totalCount: count }
    }, storageErrors),
    files: (operationId) =>
      storageErrors(
        readFirst(
          Files,
          sql`SELECT csv_blob AS "csv", topics_blob AS "topics" FROM checks
            WHERE operation_id = ${operationId} AND outcome IS NOT NULL`
        )
      ),
    model: (modelId) =>
      storageErrors(readFirst(Model, sql`SELECT guid, name FROM models WHERE id = ${Number(modelId)}`)),
    newest: fn("CheckRepository.newest")(function* (modelId) {
      const found = yield* readFirst(
        Newest,
        sql`SELECT p.project_version_id AS "projectVersionId", v.id AS "modelVersionId",
            p.shared_data_version_id AS "sharedDataVersionId", v.created_at AS "publishedAt", v.source_blob AS "file",
            v.table_blob AS "table", v.shared_data_version_id AS "importedWith"
          FROM models m JOIN projects p ON p.id = m.project_id JOIN model_versions v ON v.id = m.version_id
          WHERE m.id = ${Number(modelId)} AND m.state = 'Ready'`
      )
      return Option.map(found, ({ modelVersionId, projectVersionId, sharedDataVersionId, ...version }) => ({
        ...version,
        source: { projectVersionId, modelVersionId, sharedDataVersionId }
      }))
    }, storageErrors),
    finish: fn("CheckRepository.finish")(function* (claim, { csv, result, topics }, outcome) {
      const ended = yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
          lease_until = NULL, result_blob = ${result}, ended_at = ${now(sql)}
        WHERE ${isHeldBy(sql, claim)} RETURNING id`
      if (ended.length === 0) return false
      yield* sql`UPDATE checks SET csv_blob = ${csv}, topics_blob = ${topics}, outcome = ${JSON.stringify(outcome)}
        WHERE operation_id = ${claim.operationId}`
      yield* finished(sql, claim, [], outcome.result)
      return true
    }, inTransaction),
    // This is asked after every event, so it begins no transaction.
    firstDue: (after) =>
      storageErrors(
        readFirst(
          Due,
          sql`SELECT model_id AS "modelId", requirements_id AS "requirementsId" FROM due_checks
            WHERE (model_id, requirements_id) > (${Number(after?.modelId ?? 0)}, ${after?.requirementsId ?? 0})
            ORDER BY model_id, requirements_id LIMIT 1`
        )
      ),
    startDue: (due, viewOf) => inTransaction(startCheck(due, viewOf))
  }
})
