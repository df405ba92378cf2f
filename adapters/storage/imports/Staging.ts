import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { VersionId } from "../../../src/domain/Identifier.ts"
import type { ImportedLibraries } from "../../../src/domain/events/NewEvents.ts"
import type { Claim } from "../../../src/domain/operations/Operation.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import type { ImportOutcome } from "../../../src/ports/operations/OperationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { durable } from "../sql/Durable.ts"
import { kept, locked } from "../sql/Lock.ts"
import type { RunScript } from "../sql/Script.ts"
import { flag, integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { longTransaction } from "../sql/Transaction.ts"
import { storeShared } from "./ImportedData.ts"
import type { ImportedModel, Portion } from "./ImportedModel.ts"
import { discard } from "./StagingRemoval.ts"

/**
 * Number of slices that are synced to the disk together. Staged data counts only once the transaction that shows it has
 * waited for the disk; but others that commit meanwhile wait for all data that is not on the disk yet.
 */
const slicesOfFlush = 8

/** Interval at which an import checks whether the one before it in the project has ended. */
const pause = "100 millis"

const Staged = Schema.Struct({ id: integer, isAtWork: flag })
const Begun = Schema.Struct({ id: integer, version: key(VersionId) })

/** Data that is stored but not visible yet. */
export interface Staged {
  readonly id: number
  /** The shared data version of the project when the import began. */
  readonly version: VersionId
  /**
   * Updates existing data from the file. Runs within the transaction that shows the staged data and has locked the
   * project.
   */
  readonly renew: Effect.Effect<void, SqlError>
  /** Tells what the import made or changed; to be run within the same transaction, before `settle`. */
  readonly libraries: Effect.Effect<ImportedLibraries, SqlError>
  /** Makes the staged data visible. */
  readonly settle: Effect.Effect<unknown, SqlError>
}

/** Another process has claimed the operation, or it has ended. */
export class ClaimGone extends Data.TaggedError("ClaimGone") {}

/**
 * Stores the data of a file in many short transactions, marked with a staging: it is invisible as long as the staging
 * exists. A project has one staging at a time; an import that finds one of an import that is over discards its data
 * first. Each step fails with `ClaimGone`, without any change, if the claim was lost.
 */
export const staging = (sql: SqlClient, runScript: RunScript | null, claim: Claim) => {
  const inTransaction = longTransaction(sql)
  const projectId = Number(claim.projectId)
  const isHeld = () => sql`o.id = s.operation_id AND o.token = s.token AND o.status = 'InProgress'`

  /** Locks the project, so that others that change its shared data wait. Selects no row if the project was removed. */
  const lock = sql`SELECT id FROM projects WHERE id = ${projectId} AND removed = 0 ${locked(sql)}`

  const begin = fn("staging.begin")(function* () {
    yield* lock
    const held = yield* sql`SELECT id FROM operations
      WHERE id = ${claim.operationId} AND token = ${claim.token} AND status = 'InProgress'`
    if (held.length === 0) return yield* new ClaimGone()
    const other = yield* readFirst(
      Staged,
      sql`SELECT s.id, CASE WHEN EXISTS (SELECT 1 FROM operations o WHERE ${isHeld()} AND o.lease_until >= ${now(sql)})
          THEN 1 ELSE 0 END AS "isAtWork" FROM stagings s WHERE s.project_id = ${projectId}`
    )
    if (Option.isSome(other)) return { other: other.value, begun: null }
    const begun = yield* readOne(
      Begun,
      sql`INSERT INTO stagings (project_id, operation_id, token, shared_data_version_id, locations_after, materials_after,
          codes_after)
        SELECT id, ${claim.operationId}, ${claim.token}, shared_data_version_id,
          (SELECT coalesce(max(id), 0) FROM locations), (SELECT coalesce(max(id), 0) FROM materials),
          (SELECT coalesce(max(id), 0) FROM codes) FROM projects WHERE id = ${projectId}
        RETURNING id, shared_data_version_id AS version`
    )
    return { other: null, begun }
  }, inTransaction)

  /** Creates the staging of this import once no other import is running in the project. */
  const alone = fn("staging.alone")(function* () {
    for (;;) {
      const { begun, other } = yield* begin()
      if (begun !== null) return begun
      if (other.isAtWork) yield* Effect.sleep(pause)
      else yield* discard(sql, other.id)
    }
  })

  /**
   * Runs `work` while the staging belongs to this import, with the project locked. A process that discards the staging
   * waits.
   */
  const whileHeld =
    (id: number) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        yield* lock
        const held = yield* sql`SELECT s.id FROM stagings s JOIN operations o ON ${isHeld()}
          WHERE s.id = ${id} ${kept(sql, "s")}`
        return yield* held.length === 0 ? new ClaimGone() : work
      })

  /** Stores portions one after the other, each in its own transaction. */
  const storing = (id: number) => {
    const asBegun = sql`SELECT s.id FROM stagings s JOIN operations o ON ${isHeld()}
      JOIN projects p ON p.id = s.project_id AND p.removed = 0 AND p.shared_data_version_id = s.shared_data_version_id
      WHERE s.id = ${id}`
    const held = whileHeld(id)
    let isAsBegun = runScript !== null
    let slices = 0
    return fn("staging.storing")(function* ({ statements, work }: Portion) {
      if (isAsBegun && statements !== null) {
        isAsBegun = yield* runScript!(asBegun, statements)
        if (isAsBegun) return yield* ++slices % slicesOfFlush === 0 ? durable(sql) : Effect.void
      }
      yield* inTransaction(held(work))
    })
  }

  const store = fn("staging.store")(
    function* (model: ImportedModel, shared: ImportOutcome["shared"]) {
      const { reach } = yield* FaultPoints
      const { id, version } = yield* alone()
      yield* reach("import.begun")
      const storeOne = storing(id)
      const { libraries, renew } = yield* storeShared(sql, model, shared, id, (portion) =>
        Effect.zipRight(storeOne(portion), reach("import.staged"))
      )
      return { id, version, renew, libraries, settle: sql`DELETE FROM stagings WHERE id = ${id}` } satisfies Staged
      // These transactions take turns as those of the user who started the import.
    },
    Effect.provideService(Caller, { userId: claim.startedBy, requestId: null })
  )

  return { store, whileHeld }
}
