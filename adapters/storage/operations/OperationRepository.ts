import type { Statement } from "@effect/sql"
import { Effect, flow, Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { type Claim, type Lane, OperationCommand } from "../../../src/domain/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { OperationRepository } from "../../../src/ports/OperationRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { insertShared } from "../imports/ImportedData.ts"
import { locked } from "../sql/Lock.ts"
import { failOperations } from "./OperationEndings.ts"
import { listOperations } from "./OperationList.ts"
import { findOperation, insertOperation } from "./OperationRows.ts"
import { insertFirstVersion } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const ClaimRow = Schema.Struct({
  operationId: OperationId,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  startedBy: UserId,
  command: Schema.parseJson(OperationCommand),
  attempt: integer,
  interruptions: integer,
  token: integer
})

const Named = Schema.Struct({ name: Schema.String })

export const layer = repository(OperationRepository, (sql) => {
  const inTransaction = transaction(sql)
  // SQLite has one writer, so nothing needs to be locked there.
  const skipLocked = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE SKIP LOCKED`, orElse: () => sql`` })

  const leftBehind = (lanes: ReadonlyArray<Lane>) => sql`(SELECT sequence FROM operations
      WHERE status = 'InProgress' AND lease_until < ${now(sql)} AND ${sql.in("lane", lanes)}
      ORDER BY lease_until LIMIT 1 ${skipLocked})`

  const waiting = (lane: Lane) => sql`(SELECT sequence FROM operations
      WHERE status = 'Queued' AND lane = ${lane} AND run_after <= ${now(sql)}
      ORDER BY turn, sequence LIMIT 1 ${skipLocked})`

  const claim = (owner: string, lanes: ReadonlyArray<Lane>, leaseMillis: number) =>
    readFirst(
      ClaimRow,
      sql`UPDATE operations
        SET status = 'InProgress', owner = ${owner}, token = token + 1, lease_until = ${now(sql)} + ${leaseMillis},
          attempt = attempt + CASE WHEN status = 'Queued' THEN 1 ELSE 0 END,
          interruptions = interruptions + CASE WHEN status = 'Queued' THEN 0 ELSE 1 END
        WHERE sequence = coalesce(${sql.csv([leftBehind(lanes), ...lanes.map(waiting)])})
        RETURNING id AS "operationId", project_id AS "projectId", model_id AS "modelId", started_by AS "startedBy",
          command, attempt, interruptions, token`
    )

  /** Makes Queued what was cut short by no fault of its own; gives how many these were. */
  const interrupt = fn("OperationRepository.interrupt")(function* (which: Statement.Fragment, delayMillis: number) {
    const released = yield* sql`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL,
          attempt = attempt - 1, interruptions = interruptions + 1, run_after = ${now(sql)} + ${delayMillis}
        WHERE status = 'InProgress' AND ${which} RETURNING id`
    return released.length
  })

  /** The row while the claim still holds it. */
  const held = (claim: Claim) => sql`id = ${claim.operationId} AND token = ${claim.token} AND status = 'InProgress'`

  const finished = fn("OperationRepository.finished")(function* ({ operationId, projectId }: Claim) {
    yield* audit(sql, { projectId, action: "operation.finish", object: operationId, outcome: "Done" })
    yield* (yield* FaultPoints).reach("operation.finishing")
  })

  const written = flow(
    Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0),
    inTransaction
  )

  return {
    find: fn("OperationRepository.find")((id) => findOperation(sql, id), storageErrors),
    list: listOperations(sql),
    resultAsked: (operationId) =>
      sql`UPDATE operations SET result_asked_at = ${now(sql)} WHERE id = ${operationId}`.pipe(
        inTransaction,
        Effect.asVoid
      ),
    start: (operation) => inTransaction(insertOperation(sql, operation)),
    claim: fn("OperationRepository.claim")(claim, inTransaction),
    renew: (claim, percentage, leaseMillis) =>
      written(sql`UPDATE operations SET lease_until = ${now(sql)} + ${leaseMillis},
            percentage = CASE WHEN percentage < ${percentage} THEN ${percentage} ELSE percentage END
          WHERE ${held(claim)} RETURNING id`),
    release: (claim, delayMillis, counts) =>
      (counts
        ? Effect.map(
            sql`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL,
                  run_after = ${now(sql)} + ${delayMillis} WHERE ${held(claim)} RETURNING id`,
            (rows) => rows.length
          )
        : interrupt(held(claim), delayMillis)
      ).pipe(
        Effect.map((count) => count > 0),
        inTransaction
      ),
    fail: (claim, reason, report) =>
      failOperations(sql, held(claim), reason, report).pipe(
        Effect.map((count) => count > 0),
        inTransaction
      ),
    finish: fn("OperationRepository.finish")(function* (claim, result, report) {
      const ended = yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
            lease_until = NULL, result_blob = ${result}, report_blob = ${report}, ended_at = ${now(sql)}
          WHERE ${held(claim)} RETURNING id`
      if (ended.length > 0) yield* finished(claim)
      return ended.length > 0
    }, inTransaction),
    finishImport: fn("OperationRepository.finishImport")(function* (claim, outcome, report) {
      yield* sql`SELECT id FROM projects WHERE id = ${Number(claim.projectId)} ${locked(sql)}`
      const ended = yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
              lease_until = NULL, report_blob = ${report}, ended_at = ${now(sql)}
            WHERE ${held(claim)} RETURNING id`
      if (ended.length === 0 || claim.command._tag !== "ImportModel") return false
      const versions = yield* newVersions(sql, claim.projectId)
      yield* insertFirstVersion(sql, versions, {
        modelId: Number(claim.modelId),
        createdBy: claim.startedBy,
        products: outcome.products,
        file: claim.command.file,
        table: outcome.table,
        parquet: outcome.parquet
      })
      const { modelId, projectId } = claim
      const { name } = yield* readOne(Named, sql`SELECT name FROM models WHERE id = ${Number(modelId)}`)
      yield* insertShared(sql, { projectId, modelId, guid: claim.command.modelGuid, name }, outcome.shared)
      yield* finished(claim)
      return true
    }, inTransaction),
    cancel: (operationId, reason, report) =>
      failOperations(sql, sql`id = ${operationId}`, reason, report).pipe(
        inTransaction,
        Effect.asVoid,
        spanned("OperationRepository.cancel")
      ),
    releaseAllOf: (owner) =>
      interrupt(owner === "everyone" ? sql`token > 0` : sql`owner = ${owner}`, 0).pipe(
        inTransaction,
        spanned("OperationRepository.releaseAllOf")
      )
  }
})
