import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../src/domain/Identifier.ts"
import {
  inputOf,
  kindOf,
  Operation,
  OperationCommand,
  OperationKind,
  OperationStatus
} from "../../src/domain/Operation.ts"
import { UserId } from "../../src/domain/Principal.ts"
import type { NewOperation } from "../../src/ports/OperationRepository.ts"
import { now } from "./Clock.ts"
import { integer, key } from "./Rows.ts"

/** An operation as its row gives it. */
export const OperationRow = Schema.Struct({
  id: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: integer,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  startedBy: UserId,
  result: Schema.NullOr(Schema.String),
  report: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(Schema.String)
})

const commandText = Schema.encodeSync(Schema.parseJson(OperationCommand))

/** Writes a new operation, Queued. Runs within the caller's transaction. */
export const insertOperation = Effect.fn("insertOperation")(function* (operation: NewOperation) {
  const sql = yield* SqlClient.SqlClient
  const kind = kindOf(operation.command)
  yield* sql`INSERT INTO operations (id, kind, status, project_id, model_id, started_by, command, input_blob, run_after,
      created_at)
    VALUES (${operation.operationId}, ${kind}, 'Queued', ${Number(operation.projectId)}, ${Number(operation.modelId)},
      ${operation.startedBy}, ${commandText(operation.command)}, ${inputOf(operation.command)}, ${now(sql)}, ${now(sql)})`
  return Operation.make({
    id: operation.operationId,
    kind,
    status: "Queued",
    percentageCompleted: 0,
    projectId: operation.projectId,
    modelId: operation.modelId,
    startedBy: operation.startedBy,
    result: null,
    report: null,
    error: null,
    errorDetails: null
  })
})

/** Reads operations by id. */
export const findOperation = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: OperationId,
    Result: OperationRow,
    execute: (id) => sql`SELECT id, kind, status, percentage AS "percentageCompleted", project_id AS "projectId",
        model_id AS "modelId", started_by AS "startedBy", result_blob AS "result", report_blob AS "report",
        error, error_details AS "errorDetails"
      FROM operations WHERE id = ${id}`
  })
