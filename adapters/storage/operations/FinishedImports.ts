import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { librariesImported, modelImported, versionPublished } from "../../../src/domain/events/NewEvents.ts"
import { VersionId } from "../../../src/domain/Identifier.ts"
import type { Claim, ImportModel } from "../../../src/domain/operations/Operation.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import type { ImportOutcome, NewFile } from "../../../src/ports/operations/OperationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { rowsPerStatement } from "../edits/PersonalEdits.ts"
import { recordedChanges, rowsOfChanges } from "../edits/RecordedChanges.ts"
import { firstVersion, insertImportedVersion } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { ClaimGone, type Staged, staging } from "../imports/Staging.ts"
import { changesOf, discardChanges } from "../imports/StagingRemoval.ts"
import { inBatchesOf } from "../sql/Batches.ts"
import { makeDueOfModel } from "../requirements/DueChecks.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import type { RunScript } from "../sql/Script.ts"
import { key, readFirst } from "../sql/Rows.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"
import { keepMeasured } from "./GeometryRepository.ts"
import { finished, isHeldBy } from "./OperationEndings.ts"

const Named = Schema.Struct({ name: Schema.String })
const Latest = Schema.Struct({ version: key(VersionId) })

/** The data that the last transaction of an import makes visible. */
interface Shown {
  readonly staged: Staged
  readonly version: { readonly title: string; readonly description: string | null; readonly changesId: number | null }
  readonly report: string
  /** The numbers of what a new file changed; null if the file made the model. */
  readonly counts: { readonly cells: number; readonly deletedProducts: number } | null
}

/** Yields the changes, and counts them as the list of versions does. */
function* counted(rows: ReturnType<typeof rowsOfChanges>, counts: { cells: number; deletedProducts: number }) {
  for (const row of rows) {
    if (row.field.kind === "Deleted") counts.deletedProducts += 1
    else if (row.field.kind !== "Added") counts.cells += 1
    yield row
  }
}

/** Finishes imports: the contents of the file are stored in many short transactions and made visible by the last. */
export const finishedImports = (sql: SqlClient.SqlClient, runScript: RunScript | null) => {
  const inTransaction = longTransaction(sql)
  const recorded = recordedChanges(sql)

  /** Stores the contents of the file of a claim, or returns none if its model no longer exists. */
  const store = fn("finishedImports.store")(function* (claim: Claim, command: ImportModel, outcome: ImportOutcome) {
    const { modelId, projectId } = claim
    const found = yield* readFirst(Named, sql`SELECT name FROM models WHERE id = ${Number(modelId)}`)
    if (Option.isNone(found)) return Option.none()
    const stage = staging(sql, runScript, claim)
    const model = { projectId, modelId, guid: command.modelGuid, name: found.value.name }
    return Option.some({ stage, staged: yield* stage.store(model, outcome.shared) })
  }, storageErrors)

  /**
   * Makes the import visible. Runs within the caller's transaction, which must have locked the project. Fails with
   * `ClaimGone` if the claim was lost.
   */
  const show = fn("finishedImports.show")(function* (
    claim: Claim,
    { file: uploaded }: ImportModel,
    { file, geometry, parquet, position, products, schema, sizeBytes, table }: ImportOutcome,
    { counts, report, staged, version }: Shown
  ) {
    const ended = yield* sql`UPDATE operations SET status = 'Ready', percentage = 100, owner = NULL,
        lease_until = NULL, report_blob = ${report}, ended_at = ${now(sql)}
      WHERE ${isHeldBy(sql, claim)} RETURNING id`
    if (ended.length === 0) return yield* new ClaimGone()
    yield* staged.renew
    const { projectVersionId } = yield* newVersions(sql, claim.projectId)
    const modelVersionId = yield* insertImportedVersion(
      sql,
      { projectVersionId, sharedDataVersionId: staged.version },
      {
        ...version,
        modelId: Number(claim.modelId),
        createdBy: claim.startedBy,
        products,
        schema,
        sizeBytes,
        position,
        file: file ?? uploaded,
        table,
        parquet
      }
    )
    yield* keepMeasured(sql, table, geometry)
    const { modelId, operationId, projectId, startedBy: userId } = claim
    yield* makeDueOfModel(sql, projectId, modelId)
    const made = { modelId, modelVersionId, operationId, userId }
    const events = [
      ...librariesImported(yield* staged.libraries, userId),
      counts === null ? modelImported(made) : versionPublished(made, { title: version.title, ...counts })
    ]
    yield* staged.settle
    yield* finished(sql, claim, events)
  })

  const latest = ({ modelId }: Claim, lock: Statement.Fragment = sql``) =>
    readFirst(
      Latest,
      sql`SELECT version_id AS version FROM models WHERE id = ${Number(modelId)} AND state = 'Ready' ${lock}`
    )

  return {
    finishImport: fn("OperationRepository.finishImport")(
      function* (claim: Claim, outcome: ImportOutcome, report: string) {
        const { command } = claim
        if (command._tag !== "ImportModel") return false
        const stored = yield* store(claim, command, outcome)
        if (Option.isNone(stored)) return false
        const { stage, staged } = stored.value
        yield* show(claim, command, outcome, { staged, version: firstVersion, report, counts: null }).pipe(
          stage.whileHeld(staged.id),
          inTransaction
        )
        return true
      },
      Effect.catchTag("ClaimGone", () => Effect.succeed(false))
    ),

    finishNewFile: fn("OperationRepository.finishNewFile")(
      function* <E, R>(
        claim: Claim,
        outcome: ImportOutcome,
        decide: (before: VersionId) => Effect.Effect<NewFile, E, R>
      ) {
        const { command } = claim
        if (command._tag !== "ImportModel" || command.version === undefined) return false
        const stored = yield* store(claim, command, outcome)
        if (Option.isNone(stored)) return false
        const { stage, staged } = stored.value
        const { reach } = yield* FaultPoints
        const changesId = changesOf(staged.id)
        const version = { ...command.version, changesId }
        for (;;) {
          const before = yield* storageErrors(latest(claim))
          if (Option.isNone(before)) return false
          const { report, ...changes } = yield* decide(before.value.version)
          const counts = { cells: 0, deletedProducts: 0 }
          yield* inBatchesOf(counted(rowsOfChanges(changes, true), counts), rowsPerStatement, (slice, first) =>
            recorded
              .add(claim, changesId, slice, first)
              .pipe(stage.whileHeld(staged.id), inTransaction, Effect.zipRight(reach("import.staged")))
          ).pipe(Effect.provideService(Caller, { userId: claim.startedBy, requestId: null }))
          const isShown = yield* Effect.gen(function* () {
            // A version that was published meanwhile only invalidates the decision, not the stored data.
            const now = yield* latest(claim, locked(sql))
            if (Option.isNone(now) || now.value.version !== before.value.version) return false
            yield* show(claim, command, outcome, { staged, version, report, counts })
            return true
          }).pipe(stage.whileHeld(staged.id), inTransaction)
          if (isShown) return true
          yield* storageErrors(discardChanges(sql, Number(claim.modelId), staged.id))
        }
      },
      Effect.catchTag("ClaimGone", () => Effect.succeed(false))
    )
  }
}
