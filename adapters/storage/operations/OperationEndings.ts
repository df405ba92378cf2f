import type * as Statement from "@effect/sql/Statement"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import { operationEnded } from "../../../src/domain/events/NewEvents.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { AnyOperationKind, type Claim, kindOf, OperationCommand } from "../../../src/domain/operations/Operation.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import type { FailureReason } from "../../../src/ports/operations/OperationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import type { CheckStatus } from "../../../src/domain/operations/CheckStatus.ts"
import { audit } from "../history/Audit.ts"
import { announce } from "./Announcements.ts"
import { endedCheck } from "./CheckRows.ts"
import { now } from "../sql/Clock.ts"
import { integer, key, readAll } from "../sql/Rows.ts"

const Ended = Schema.Struct({
  id: Schema.String,
  kind: AnyOperationKind,
  projectId: key(ProjectId),
  modelId: integer,
  startedBy: Schema.String,
  /** Null for operations of other kinds than checks. */
  command: Schema.NullOr(Schema.parseJson(OperationCommand))
})

/**
 * Removes the outputs of operations whose models are being removed; the operations stay readable. Runs within the
 * caller's transaction.
 *
 * @param models a condition on rows of `models`
 */
export const forgetOutputs = (sql: SqlClient, models: Statement.Fragment) =>
  sql`UPDATE operations SET result_blob = NULL, report_blob = NULL
    WHERE model_id IN (SELECT id FROM models WHERE ${models})
      AND (result_blob IS NOT NULL OR report_blob IS NOT NULL)`

/** Returns a condition on rows of `operations`: the one that the claim still holds. */
export const isHeldBy = (sql: SqlClient, { operationId, token }: Claim): Statement.Fragment =>
  sql`id = ${operationId} AND token = ${token} AND status = 'InProgress'`

/**
 * Announces and audits an operation that became Ready, and writes the events of what it made and of its end. Runs as the
 * last step of that transaction.
 */
export const finished = fn("finished")(function* (
  sql: SqlClient,
  claim: Claim,
  made: ReadonlyArray<NewEvent> = [],
  result?: CheckStatus
) {
  const { command, operationId, projectId, startedBy } = claim
  yield* announce(sql, [operationId])
  const ended = operationEnded({
    ...claim,
    kind: kindOf(command),
    status: "Ready",
    check: endedCheck(command, result)
  })
  yield* audit(sql, { projectId, action: "operation.finish", object: operationId, outcome: "Done" }, [
    ...made,
    ...ended.map((event) => ({ ...event, userId: startedBy }))
  ])
  yield* (yield* FaultPoints).reach("operation.finishing")
})

/**
 * Marks unfinished operations as Failed, and the models of imports among them, and returns their number. Runs within
 * the caller's transaction, as its last step.
 *
 * @param which a condition on rows of `operations`
 */
export const failOperations = fn("failOperations")(function* (
  sql: SqlClient,
  which: Statement.Fragment,
  reason: FailureReason,
  report: string | null = null
) {
  const ended = yield* readAll(
    Ended,
    sql`UPDATE operations SET status = 'Failed', owner = NULL, lease_until = NULL, error = ${reason.error},
        error_details = ${reason.errorDetails}, report_blob = ${report}, ended_at = ${now(sql)}
      WHERE status IN ('Queued', 'InProgress') AND ${which}
      RETURNING id, kind, project_id AS "projectId", model_id AS "modelId", started_by AS "startedBy",
        CASE WHEN kind = 'CheckRequirements' THEN command END AS command`
  )
  const caller = (yield* Caller).userId
  const imported = ended.filter(({ kind }) => kind === "ImportIfc").map(({ modelId }) => modelId)
  if (imported.length > 0) {
    yield* sql`UPDATE models SET state = 'Failed', failure = ${reason.errorDetails}
      WHERE state = 'Importing' AND ${sql.in("id", imported)}`
  }
  yield* announce(
    sql,
    ended.map(({ id }) => id)
  )
  const inOrder = ended.toSorted((a, b) => Number(a.projectId) - Number(b.projectId))
  for (const { command, id, kind, modelId, projectId, startedBy } of inOrder) {
    const events = operationEnded({
      operationId: id,
      kind,
      status: "Failed",
      modelId: String(modelId),
      startedBy,
      check: command === null ? null : endedCheck(command)
    })
    yield* audit(
      sql,
      { projectId, action: "operation.fail", object: id, outcome: reason.error },
      events.map((event) => ({ ...event, userId: caller ?? startedBy }))
    )
  }
  return ended.length
})
