import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Option from "effect/Option"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { announce } from "./Announcements.ts"
import { admit, admitAlone } from "./OperationAdmission.ts"
import { operationClaims } from "./OperationClaims.ts"
import { finishedImports } from "./FinishedImports.ts"
import { failOperations, finished, isHeldBy } from "./OperationEndings.ts"
import { listOperations } from "./OperationList.ts"
import { findOperation, insertOperation } from "./OperationRows.ts"
import { importOf, retry } from "./Retries.ts"
import { repository } from "../sql/Repository.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

export const layer = repository(OperationRepository, (sql, runScript) => {
  const inTransaction = transaction(sql)
  const { claim } = operationClaims(sql)
  /**
   * Makes operations Queued again and returns their number. `counted` sets the counters that the interruption changes.
   */
  const giveBack = fn("OperationRepository.giveBack")(function* (
    which: Statement.Fragment,
    delayMillis: number,
    counted: Statement.Fragment
  ) {
    const released = yield* sql<{
      readonly id: string
    }>`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL,
          run_after = ${now(sql)} + ${delayMillis} ${counted}
        WHERE status = 'InProgress' AND ${which} RETURNING id`
    yield* announce(
      sql,
      released.map(({ id }) => id)
    )
    return released.length
  })
  const asTry = sql``
  const asStop = sql`, attempt = attempt - 1`
  const asInterruption = sql`, attempt = attempt - 1, interruptions = interruptions + 1`
  const asPostponement = sql`, attempt = attempt - 1, postponements = postponements + 1`

  const written = flow(
    Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0),
    inTransaction
  )

  return {
    find: fn("OperationRepository.find")((id) => findOperation(sql, id), storageErrors),
    importOf: (id) =>
      Effect.map(
        storageErrors(importOf(sql, id)),
        Option.map(({ command }) => command)
      ),
    list: listOperations(sql),
    resultAsked: (operationId) =>
      sql`UPDATE operations SET result_asked_at = ${now(sql)} WHERE id = ${operationId}`.pipe(
        inTransaction,
        Effect.asVoid
      ),
    admit: (userId) => storageErrors(admit(sql, userId)),
    start: (operation) =>
      inTransaction(Effect.zipRight(admitAlone(sql, operation.startedBy), insertOperation(sql, operation))),
    retry: (operation, failed) => inTransaction(retry(sql, operation, failed)),
    claim: (owner, lanes, leaseMillis, longOfUser, named = null) =>
      inTransaction(claim({ owner, lanes, leaseMillis, longOfUser, named })),
    renew: (claim, percentage, leaseMillis) =>
      written(sql`UPDATE operations SET lease_until = ${now(sql)} + ${leaseMillis},
            percentage = CASE WHEN percentage < ${percentage} THEN ${percentage} ELSE percentage END
          WHERE ${isHeldBy(sql, claim)} RETURNING id`),
    release: (claim, delayMillis, counts) =>
      giveBack(isHeldBy(sql, claim), delayMillis, counts ? asTry : asPostponement).pipe(
        Effect.map((count) => count > 0),
        inTransaction
      ),
    fail: (claim, reason, report) =>
      failOperations(sql, isHeldBy(sql, claim), reason, report).pipe(
        Effect.map((count) => count > 0),
        inTransaction
      ),
    finish: fn("OperationRepository.finish")(function* (claim, result, report) {
      const ended = yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
            lease_until = NULL, result_blob = ${result}, report_blob = ${report}, ended_at = ${now(sql)}
          WHERE ${isHeldBy(sql, claim)} RETURNING id`
      if (ended.length > 0) yield* finished(sql, claim)
      return ended.length > 0
    }, inTransaction),
    ...finishedImports(sql, runScript),
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
