import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { ModelId, OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { AnyOperationKind, isPublicKind, OperationStatus } from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { Broadcast } from "../../../src/ports/Broadcast.ts"
import {
  DeadLetter,
  maxText,
  OperationEvent,
  OperationMessage,
  type Topic
} from "../../../src/ports/operations/OperationMessages.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { integer, key, readAll } from "../sql/Rows.ts"

const Changed = Schema.Struct({
  operationId: OperationId,
  kind: AnyOperationKind,
  status: OperationStatus,
  percentageCompleted: integer,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  startedBy: UserId,
  attempt: integer,
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(Schema.String),
  at: integer,
  isWaitingAgain: integer,
  traceparent: Schema.NullOr(Schema.String)
})
type Changed = typeof Changed.Type

const textOf = {
  message: Schema.encodeSync(Schema.parseJson(OperationMessage)),
  event: Schema.encodeSync(Schema.parseJson(OperationEvent)),
  dead: Schema.encodeSync(Schema.parseJson(DeadLetter))
}

/** Returns the state of an operation as it is announced. Some kinds are never announced. */
const stateOf = ({ at, errorDetails, ...changed }: Changed) => ({
  ...changed,
  v: 1 as const,
  at: new Date(at).toISOString(),
  errorDetails: errorDetails?.slice(0, maxText) ?? null
})

const deadOf = (event: ReturnType<typeof stateOf>): DeadLetter => {
  const { at, attempt, errorDetails, kind, modelId, operationId, projectId } = event
  const reason = "ResourceLimit"
  return { v: 1, reason, details: errorDetails ?? "", operationId, kind, projectId, modelId, attempt, at }
}

const insert = (
  sql: SqlClient,
  topic: Topic,
  { modelId, traceparent }: Pick<Changed, "modelId" | "traceparent">,
  message: string
) =>
  sql`INSERT INTO outbox (topic, message_key, message, created_at, traceparent)
    VALUES (${topic}, ${modelId}, ${message}, ${now(sql)}, ${traceparent})`

/** Queues a message to workers about a waiting operation. Runs within the caller's transaction. */
export const tellWorkers = (
  sql: SqlClient,
  { kind, operationId, ...changed }: Pick<Changed, "kind" | "modelId" | "operationId" | "traceparent">
) => insert(sql, "operations", changed, textOf.message({ v: 1, operationId, kind }))

/**
 * Queues messages about the changed state of operations, in the order in which they were started, and messages to
 * workers for those that wait again and may be claimed at once. Runs within the caller's transaction, after the change.
 */
export const announce = fn("announce")(function* (sql: SqlClient, ids: ReadonlyArray<string>) {
  if (ids.length === 0 || !(yield* Broadcast).isOn) return
  const changes = yield* readAll(
    Changed,
    sql`SELECT id AS "operationId", kind, status, percentage AS "percentageCompleted", project_id AS "projectId",
        model_id AS "modelId", started_by AS "startedBy", attempt, error, error_details AS "errorDetails",
        ${now(sql)} AS at,
        CASE WHEN status = 'Queued' AND token > 0 AND run_after <= ${now(sql)} THEN 1 ELSE 0 END AS "isWaitingAgain", traceparent
      FROM operations WHERE ${sql.in("id", ids)} ORDER BY sequence`
  )
  for (const changed of changes) {
    const state = stateOf(changed)
    const { kind } = state
    if (isPublicKind(kind)) yield* insert(sql, "operation-events", changed, textOf.event({ ...state, kind }))
    if (changed.isWaitingAgain === 1) yield* tellWorkers(sql, changed)
    if (state.error === "ResourceLimit") yield* insert(sql, "operations.dead", changed, textOf.dead(deadOf(state)))
  }
})
