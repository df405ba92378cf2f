import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, flow, Layer, Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../src/domain/Identifier.ts"
import { type Claim, OperationCommand, OperationKind } from "../../src/domain/Operation.ts"
import { UserId } from "../../src/domain/Principal.ts"
import { OperationRepository } from "../../src/ports/OperationRepository.ts"
import { now } from "./Clock.ts"
import { insertShared } from "./ImportedData.ts"
import { findOperation, insertOperation } from "./OperationRows.ts"
import { insertFirstVersion } from "./ModelVersions.ts"
import { newVersions } from "./ProjectRepository.ts"
import { integer, key } from "./Rows.ts"
import { storageErrors, transaction } from "./Transaction.ts"

const ClaimRow = Schema.Struct({
  operationId: OperationId,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  startedBy: UserId,
  command: Schema.parseJson(OperationCommand),
  attempt: integer,
  token: integer
})

export const layer = Layer.effect(
  OperationRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inTransaction = transaction(sql)
    // SQLite has one writer, so nothing needs to be locked there.
    const skipLocked = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE OF o SKIP LOCKED`, orElse: () => sql`` })

    const claim = SqlSchema.findOne({
      Request: Schema.Struct({
        owner: Schema.String,
        kinds: Schema.Array(OperationKind),
        leaseMillis: Schema.Number
      }),
      Result: ClaimRow,
      execute: ({ kinds, leaseMillis, owner }) => sql`UPDATE operations
        SET status = 'InProgress', owner = ${owner}, attempt = attempt + 1, token = token + 1,
          lease_until = ${now(sql)} + ${leaseMillis}
        WHERE sequence = (SELECT o.sequence FROM operations o
          WHERE o.status IN ('Queued', 'InProgress') AND ${sql.in("o.kind", kinds)}
            AND ((o.status = 'Queued' AND o.run_after <= ${now(sql)})
              OR (o.status = 'InProgress' AND o.lease_until < ${now(sql)}))
          ORDER BY (SELECT count(*) FROM operations r
            WHERE r.project_id = o.project_id AND r.status = 'InProgress'), o.sequence
          LIMIT 1 ${skipLocked})
        RETURNING id AS "operationId", project_id AS "projectId", model_id AS "modelId", started_by AS "startedBy",
          command, attempt, token`
    })

    /** The row while the claim still holds it. */
    const held = (claim: Claim) => sql`id = ${claim.operationId} AND token = ${claim.token} AND status = 'InProgress'`

    const written = flow(
      Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0),
      inTransaction
    )

    return OperationRepository.of({
      find: flow(findOperation(sql), storageErrors, Effect.withSpan("OperationRepository.find")),
      resultAsked: (operationId) =>
        sql`UPDATE operations SET result_asked_at = ${now(sql)} WHERE id = ${operationId}`.pipe(
          inTransaction,
          Effect.asVoid
        ),
      start: flow(insertOperation, inTransaction, Effect.provideService(SqlClient.SqlClient, sql)),
      claim: (owner, kinds, leaseMillis) =>
        claim({ owner, kinds, leaseMillis }).pipe(inTransaction, Effect.withSpan("OperationRepository.claim")),
      renew: (claim, percentage, leaseMillis) =>
        written(sql`UPDATE operations SET lease_until = ${now(sql)} + ${leaseMillis},
            percentage = CASE WHEN percentage < ${percentage} THEN ${percentage} ELSE percentage END
          WHERE ${held(claim)} RETURNING id`),
      release: (claim, delayMillis, counts) =>
        written(sql`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL,
            attempt = attempt - ${counts ? 0 : 1}, interruptions = interruptions + ${counts ? 0 : 1},
            run_after = ${now(sql)} + ${delayMillis}
          WHERE ${held(claim)} RETURNING id`),
      fail: Effect.fn("OperationRepository.fail")(function* (claim, reason, report) {
        const ended = yield* sql`UPDATE operations SET status = 'Failed', owner = NULL, lease_until = NULL,
            error = ${reason.error}, error_details = ${reason.errorDetails}, report_blob = ${report},
            ended_at = ${now(sql)}
          WHERE ${held(claim)} RETURNING id`
        if (ended.length > 0 && claim.command._tag === "ImportModel") {
          yield* sql`UPDATE models SET state = 'Failed', failure = ${reason.errorDetails}
            WHERE id = ${Number(claim.modelId)} AND state = 'Importing'`
        }
        return ended.length > 0
      }, inTransaction),
      finish: (claim, result, report) =>
        written(sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL, lease_until = NULL,
            result_blob = ${result}, report_blob = ${report}, ended_at = ${now(sql)}
          WHERE ${held(claim)} RETURNING id`),
      finishImport: Effect.fn("OperationRepository.finishImport")(function* (claim, outcome, report) {
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
          table: outcome.table
        })
        const [model] = yield* Effect.flatMap(
          sql`SELECT name FROM models WHERE id = ${Number(claim.modelId)}`,
          Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ name: Schema.String })))
        )
        const { modelId, projectId } = claim
        yield* insertShared(sql, { projectId, modelId, guid: claim.command.modelGuid, name: model.name }, outcome.shared)
        return true
      }, inTransaction),
      cancel: Effect.fn("OperationRepository.cancel")(function* (operationId) {
        const ended = yield* sql`UPDATE operations SET status = 'Failed', owner = NULL, lease_until = NULL,
            error = 'Cancelled', error_details = 'The operation was cancelled.', ended_at = ${now(sql)}
          WHERE id = ${operationId} AND status IN ('Queued', 'InProgress') RETURNING id`
        if (ended.length > 0) {
          yield* sql`UPDATE models SET state = 'Failed', failure = 'The import was cancelled.'
            WHERE state = 'Importing'
              AND id = (SELECT model_id FROM operations WHERE id = ${operationId} AND kind = 'ImportIfc')`
        }
      }, inTransaction),
      releaseAllOf: (owner) =>
        sql`UPDATE operations SET status = 'Queued', owner = NULL, lease_until = NULL, attempt = attempt - 1,
            interruptions = interruptions + 1, run_after = ${now(sql)}
          WHERE status = 'InProgress' ${owner === "everyone" ? sql`` : sql`AND owner = ${owner}`} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          inTransaction
        )
    })
  })
)
