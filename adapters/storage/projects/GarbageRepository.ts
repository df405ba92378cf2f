import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { refreshMillis } from "../../../src/domain/signin/SignIn.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { durable } from "../sql/Durable.ts"
import { removeDiscarded } from "../edits/EditRemoval.ts"
import { discardLeft } from "../imports/StagingRemoval.ts"
import { forgetOutputs } from "../operations/OperationEndings.ts"
import { forgetTags } from "./ModelTags.ts"
import { purgeRemoved } from "../operations/RemovedProjects.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readAll, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"

const hour = 3_600_000
const day = 24 * hour

const Time = Schema.Struct({ at: integer })
const Key = Schema.Struct({ key: Schema.String })
const Removed = Schema.Struct({ projectId: key(ProjectId), modelId: key(ModelId) })

export const layer = repository(GarbageRepository, (sql) => {
  const inTransaction = longTransaction(sql)
  const lastUse = sql`(SELECT max(s.ends_at) FROM sign_ins s WHERE s.client_id = clients.client_id) - ${sql.literal(String(refreshMillis))}`
  const keys = (statement: Statement.Statement<object>) =>
    Effect.map(readAll(Key, statement), (rows) => rows.map(({ key }) => key))

  return {
    hoursAgo: (hours) =>
      readOne(Time, sql`SELECT ${now(sql)} - ${hours * hour} AS at`).pipe(
        Effect.map(({ at }) => at),
        storageErrors
      ),
    forgetUploads: (hours) =>
      inTransaction(
        keys(sql`DELETE FROM uploads WHERE expires_at <= ${now(sql)} - ${hours * hour} RETURNING upload_key AS "key"`)
      ),
    forgetAnswers: sql`DELETE FROM answers WHERE kept_until <= ${now(sql)}`.pipe(inTransaction, Effect.asVoid),
    forgetSignIns: fn("GarbageRepository.forgetSignIns")(function* (unusedDays: number) {
      // A sign-in ends 30 days after its last refresh, which counts as a use of its client.
      yield* sql`UPDATE clients SET used_at = ${lastUse} WHERE is_registered = 1 AND ${lastUse} > used_at`
      yield* Effect.forEach(
        ["sign_ins", "revocations", "retired_secrets", "program_tokens", "project_invitations", "password_links"],
        (table) => sql`DELETE FROM ${sql(table)} WHERE ends_at <= ${now(sql)}`,
        { discard: true }
      )
      yield* sql`DELETE FROM clients WHERE is_registered = 1 AND used_at <= ${now(sql)} - ${unusedDays * day}`
    }, inTransaction),
    forgetMessages: sql`DELETE FROM outbox WHERE sent_at IS NOT NULL`.pipe(inTransaction, Effect.asVoid),
    removeFailedModels: fn("GarbageRepository.removeFailedModels")(function* (days) {
      // The age of an import that was retried counts from its last end.
      const old = sql`state = 'Failed' AND (SELECT max(o.ended_at) FROM operations o
          WHERE o.model_id = models.id AND o.kind = 'ImportIfc') <= ${now(sql)} - ${days * day}`
      yield* forgetOutputs(sql, old)
      yield* forgetTags(sql, old)
      return yield* readAll(
        Removed,
        sql`DELETE FROM models WHERE ${old} RETURNING project_id AS "projectId", id AS "modelId"`
      )
    }, inTransaction),
    forgetResults: (readyDays, askedDays) =>
      sql`UPDATE operations SET result_blob = NULL, report_blob = NULL
          WHERE result_blob IS NOT NULL AND ended_at <= ${now(sql)} - ${readyDays * day}
            AND (result_asked_at IS NULL OR result_asked_at <= ${now(sql)} - ${askedDays * day})
          RETURNING id`.pipe(
        Effect.map((rows) => rows.length),
        inTransaction
      ),
    forgetDerived: (askedDays) =>
      Effect.all(
        [
          sql`DELETE FROM derived_files WHERE asked_at <= ${now(sql)} - ${askedDays * day}`,
          // Tables of the sample model are kept, because every user shares them.
          sql`DELETE FROM measured_tables WHERE table_blob NOT LIKE 'sample/%'
            AND NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.table_blob = measured_tables.table_blob)`
        ],
        { discard: true }
      ).pipe(inTransaction),

    purgeRemoved: Effect.all([discardLeft(sql), removeDiscarded(sql), purgeRemoved(sql)], { discard: true }).pipe(
      storageErrors,
      spanned("GarbageRepository.purgeRemoved")
    ),
    unreferenced: fn("GarbageRepository.unreferenced")(function* (candidates: ReadonlyArray<string>) {
      if (candidates.length === 0) return []
      const pointedTo = new Set(
        yield* keys(sql`SELECT source_blob AS "key" FROM model_versions WHERE ${sql.in("source_blob", candidates)}
          UNION SELECT table_blob FROM model_versions WHERE ${sql.in("table_blob", candidates)}
          UNION SELECT parquet_blob FROM model_versions WHERE ${sql.in("parquet_blob", candidates)}
          UNION SELECT measures_blob FROM measured_tables WHERE ${sql.in("measures_blob", candidates)}
          UNION SELECT exchange_blob FROM measured_tables WHERE ${sql.in("exchange_blob", candidates)}
          UNION SELECT view_blob FROM measured_tables WHERE ${sql.in("view_blob", candidates)}
          UNION SELECT picture_blob FROM measured_tables WHERE ${sql.in("picture_blob", candidates)}
          UNION SELECT file_blob FROM derived_files WHERE ${sql.in("file_blob", candidates)}
          UNION SELECT file_blob FROM requirements WHERE ${sql.in("file_blob", candidates)}
          UNION SELECT file_blob FROM topic_blobs WHERE ${sql.in("file_blob", candidates)}
          UNION SELECT result_blob FROM operations WHERE ${sql.in("result_blob", candidates)}
          UNION SELECT report_blob FROM operations WHERE ${sql.in("report_blob", candidates)}
          UNION SELECT c.csv_blob FROM checks c JOIN operations o ON o.id = c.operation_id
            WHERE o.result_blob IS NOT NULL AND ${sql.in("c.csv_blob", candidates)}
          UNION SELECT c.topics_blob FROM checks c JOIN operations o ON o.id = c.operation_id
            WHERE o.result_blob IS NOT NULL AND ${sql.in("c.topics_blob", candidates)}
          UNION SELECT c.document_blob FROM checks c JOIN operations o ON o.id = c.operation_id
            WHERE o.status IN ('Queued', 'InProgress') AND ${sql.in("c.document_blob", candidates)}
          UNION SELECT input_blob FROM operations
            WHERE status IN ('Queued', 'InProgress') AND ${sql.in("input_blob", candidates)}`)
      )
      // Blobs are deleted for good, so no reference to them may reappear after a power cut.
      yield* durable(sql)
      return candidates.filter((candidate) => !pointedTo.has(candidate))
    }, storageErrors)
  }
})
