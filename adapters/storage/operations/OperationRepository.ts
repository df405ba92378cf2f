import type { Statement } from "@effect/sql"
import { Effect, flow, Option, Schema } from "effect"
import type { Claim } from "../../../src/domain/Operation.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { OperationRepository } from "../../../src/ports/OperationRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { staging } from "../imports/Staging.ts"
import { admit, admitAlone } from "./OperationAdmission.ts"
import { operationClaims } from "./OperationClaims.ts"
import { failOperations } from "./OperationEndings.ts"
import { listOperations } from "./OperationList.ts"
import { findOperation, insertOperation } from "./OperationRows.ts"
import { insertFirstVersion } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { repository } from "../sql/Repository.ts"
import { readFirst } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Named = Schema.Struct({ name: Schema.String })

export const layer = repository(OperationRepository, (sql) => {
  const inTransaction = transaction(sql)
  const { claim } = operationClaims(sql)
  /** Makes operations Queued again; what is set besides says what that counts as. Gives how many these were. */
  const giveBack = fn("OperationRepository.giveBack")(function* (
    which: Statement.Fragment,
    delayMillis: number,
    counted: Statement.Fragment
  ) {
    const released = yield* sql`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL,
          run_after = ${now(sql)} + ${delayMillis} ${counted}
        WHERE status = 'InProgress' AND ${which} RETURNING id`
    return released.length
  })
  const asTry = sql``
  const asStop = sql`, attempt = attempt - 1`
  const asInterruption = sql`, attempt = attempt - 1, interruptions = interruptions + 1`
  const asPostponement = sql`, attempt = attempt - 1, postponements = postponements + 1`

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
    admit: (userId) => storageErrors(admit(sql, userId)),
    start: (operation) =>
      inTransaction(Effect.zipRight(admitAlone(sql, operation.startedBy), insertOperation(sql, operation))),
    claim: (owner, lanes, leaseMillis, longOfUser) => inTransaction(claim({ owner, lanes, leaseMillis, longOfUser })),
    renew: (claim, percentage, leaseMillis) =>
      written(sql`UPDATE operations SET lease_until = ${now(sql)} + ${leaseMillis},
            percentage = CASE WHEN percentage < ${percentage} THEN ${percentage} ELSE percentage END
          WHERE ${held(claim)} RETURNING id`),
    release: (claim, delayMillis, counts) =>
      giveBack(held(claim), delayMillis, counts ? asTry : asPostponement).pipe(
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
    finishImport: fn("OperationRepository.finishImport")(
      function* (claim, outcome, report) {
        const { command, modelId, projectId } = claim
        if (command._tag !== "ImportModel") return false
        const found = yield* readFirst(Named, sql`SELECT name FROM models WHERE id = ${Number(modelId)}`)
        if (Option.isNone(found)) return false
        const stage = staging(sql, claim)
        const model = { projectId, modelId, guid: command.modelGuid, name: found.value.name }
        const { id, version } = yield* stage.store(model, outcome.shared)
        return yield* Effect.gen(function* () {
          yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
              lease_until = NULL, report_blob = ${report}, ended_at = ${now(sql)} WHERE ${held(claim)}`
          const { projectVersionId } = yield* newVersions(sql, projectId)
          const importedWith = { projectVersionId, sharedDataVersionId: version }
          yield* insertFirstVersion(sql, importedWith, {
            modelId: Number(modelId),
            createdBy: claim.startedBy,
            products: outcome.products,
            file: command.file,
            table: outcome.table,
            parquet: outcome.parquet
          })
          yield* stage.settle(id)
          yield* finished(claim)
          return true
        }).pipe(stage.whileHeld(id), inTransaction)
      },
      Effect.catchTag("ClaimGone", () => Effect.succeed(false)),
      storageErrors
    ),
    cancel: (operationId, reason, report) =>
      failOperations(sql, sql`id = ${operationId}`, reason, report).pipe(
        inTransaction,
        Effect.asVoid,
        spanned("OperationRepository.cancel")
      ),
    releaseAllOf: (owner) =>
      giveBack(sql`owner = ${owner}`, 0, asStop).pipe(inTransaction, spanned("OperationRepository.releaseAllOf")),
    takeUp: giveBack(sql`token > 0`, 0, asInterruption).pipe(inTransaction, spanned("OperationRepository.takeUp"))
  }
})
