import type { SqlClient } from "@effect/sql/SqlClient"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ModelId, OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import {
  inputOf,
  isAutomatic,
  kindOf,
  laneOf,
  type Lane,
  Operation,
  OperationCommand,
  AnyOperationKind,
  OperationStatus
} from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import type { NewOperation } from "../../../src/ports/operations/OperationRepository.ts"
import { currentTraceparent } from "../../../src/ports/Tracing.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { announce, tellWorkers } from "./Announcements.ts"
import { insertCheck } from "./CheckRows.ts"
import { now } from "../sql/Clock.ts"
import { flag, integer, key, readFirst } from "../sql/Rows.ts"
import { nameOf } from "../sql/UserNames.ts"

/** An operation as its row contains it. */
export const OperationRow = Schema.Struct({
  id: OperationId,
  kind: AnyOperationKind,
  status: OperationStatus,
  percentageCompleted: integer,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  startedBy: UserId,
  isAutomatic: flag,
  startedByName: Schema.NullOr(Schema.String),
  modelName: Schema.NullOr(Schema.String),
  fileName: Schema.NullOr(Schema.String),
  createdAt: integer,
  startedAt: Schema.NullOr(integer),
  endedAt: Schema.NullOr(integer),
  result: Schema.NullOr(Schema.String),
  report: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(Schema.String)
})

const commandText = Schema.encodeSync(Schema.parseJson(OperationCommand))

/**
 * Returns the turn of a new operation of the user: one after the last that the user has waiting, and no earlier than
 * the last claimed one. Users thus take turns, however many operations one of them has waiting. Automatic operations
 * are counted apart, so that a user's own ones do not wait behind them.
 */
const turnOf = (sql: SqlClient, user: UserId, lane: Lane, automatic: number) => sql`(SELECT max(turn) FROM (
  SELECT coalesce(max(turn), 0) AS turn FROM operations WHERE lane = ${lane} AND token > 0
  UNION ALL SELECT coalesce(max(turn) + 1, 0) FROM operations
    WHERE started_by = ${user} AND lane = ${lane} AND is_automatic = ${automatic}
      AND status IN ('Queued', 'InProgress')) AS turns)`

/** The same as `turnOf` among the operations of the user, so that the projects of each user take turns. */
const projectTurnOf = (
  sql: SqlClient,
  user: UserId,
  project: number,
  lane: Lane,
  automatic: number
) => sql`(SELECT max(turn) FROM (
  SELECT coalesce(max(project_turn), 0) AS turn FROM operations
    WHERE started_by = ${user} AND lane = ${lane} AND token > 0
  UNION ALL SELECT coalesce(max(project_turn) + 1, 0) FROM operations
    WHERE started_by = ${user} AND project_id = ${project} AND lane = ${lane} AND is_automatic = ${automatic}
      AND status IN ('Queued', 'InProgress')) AS turns)`

/**
 * Inserts a new operation, Queued, and the messages about it. Runs within the caller's transaction, as its last step
 * and after `admitAlone`.
 */
export const insertOperation = fn("insertOperation")(function* (sql: SqlClient, operation: NewOperation) {
  const { command, inputBytes, modelId, operationId, projectId, startedBy } = operation
  const kind = kindOf(command)
  const lane = laneOf(kind)
  const project = Number(projectId)
  const automatic = isAutomatic(command) ? 1 : 0
  const traceparent = yield* currentTraceparent
  yield* sql`INSERT INTO operations (id, kind, lane, turn, project_turn, status, project_id, model_id, started_by,
      command, input_blob, input_bytes, run_after, created_at, traceparent, is_automatic)
    VALUES (${operationId}, ${kind}, ${lane}, ${turnOf(sql, startedBy, lane, automatic)},
      ${projectTurnOf(sql, startedBy, project, lane, automatic)}, 'Queued', ${project}, ${Number(modelId)}, ${startedBy},
      ${commandText(command)}, ${inputOf(command)}, ${inputBytes}, ${now(sql)}, ${now(sql)}, ${traceparent},
      ${automatic})`
  yield* insertCheck(sql, operation)
  yield* tellWorkers(sql, { operationId, kind, modelId, traceparent })
  yield* announce(sql, [operationId])
  yield* audit(sql, { projectId, action: "operation.start", object: operationId, outcome: "Done" })
  yield* (yield* FaultPoints).reach("operation.uncommitted")
  return Operation.make(Option.getOrThrow(yield* findOperation(sql, operationId)))
})

/** Returns an expression for the file name in the command of an import. */
const fileNameOf = (sql: SqlClient) =>
  sql.onDialectOrElse({
    pg: () => sql`CAST(command AS JSON) ->> 'fileName'`,
    orElse: () => sql`json_extract(command, '$.fileName')`
  })

/** Returns the columns of an `OperationRow`; the statement must select from `operations` under that name. */
export const operationColumns = (sql: SqlClient) => sql`id, kind, status, percentage AS "percentageCompleted",
  project_id AS "projectId", model_id AS "modelId", started_by AS "startedBy",
  is_automatic AS "isAutomatic", ${nameOf(sql, sql`operations.started_by`)} AS "startedByName",
  (SELECT m.name FROM models m WHERE m.id = operations.model_id AND m.project_id = operations.project_id) AS "modelName",
  CASE WHEN kind = 'ImportIfc' THEN ${fileNameOf(sql)} END AS "fileName",
  created_at AS "createdAt", started_at AS "startedAt", ended_at AS "endedAt", result_blob AS "result",
  report_blob AS "report", error, error_details AS "errorDetails"`

/** Returns the operation of an id, or none. */
export const findOperation = (sql: SqlClient, id: OperationId) =>
  readFirst(OperationRow, sql`SELECT ${operationColumns(sql)} FROM operations WHERE id = ${id}`)
