import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { SharedSlice } from "../../../src/domain/models/SharedSlice.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { integer, readOne } from "../sql/Rows.ts"
import { importedBy } from "./ImportedLibraries.ts"
import { importedCodifications } from "./ImportedCodifications.ts"
import { importedLocations } from "./ImportedLocations.ts"
import { importedMaterials } from "./ImportedMaterials.ts"
import { type ImportedModel, type Portion, portionOf, rowsPerStatement, type Stage } from "./ImportedModel.ts"
import { outlineOf } from "./ImportOutline.ts"

const Version = Schema.Struct({ version: integer })

/** Returns the shared data version of a project. */
const sharedVersionOf = (sql: SqlClient, { projectId }: Pick<ImportedModel, "projectId">) =>
  Effect.map(
    readOne(Version, sql`SELECT shared_data_version_id AS version FROM projects WHERE id = ${Number(projectId)}`),
    ({ version }) => version
  )

/**
 * Runs `step` on one portion after the other. The next portion is computed while the storage handles the one before.
 */
const storeEach = <A, E, R, E2, R2>(
  portions: Stream.Stream<A, E, R>,
  step: (portion: A) => Effect.Effect<unknown, E2, R2>
): Effect.Effect<void, E | E2, R | R2> =>
  Effect.gen(function* () {
    let before: Effect.Effect<unknown, E2> = Effect.void
    yield* Stream.runForEach(portions, (portion) =>
      Effect.gen(function* () {
        yield* before
        // A plain fork would end with the current step of the stream.
        before = Fiber.join(yield* Effect.forkScoped(step(portion)))
      })
    )
    yield* before
  }).pipe(Effect.scoped)

/**
 * Stores everything that a file contributes to its project, slice by slice. Returns the effect that is left for the
 * transaction that shows it, and the one that tells what the import made or changed.
 *
 * @param step stores the portion of one slice, in its own transaction or within the caller's, with the project locked
 */
export const storeShared = fn("storeShared")(function* <E, R>(
  sql: SqlClient,
  model: ImportedModel,
  shared: Stream.Stream<SharedSlice>,
  stagedBy: number,
  step: (portion: Portion) => Effect.Effect<unknown, E, R>
) {
  const stage = { stagedBy, version: Effect.orDie(sharedVersionOf(sql, model)) } satisfies Stage
  const outline = yield* outlineOf(shared)
  const locations = yield* importedLocations(sql, model, outline, stage)
  const materials = yield* importedMaterials(sql, model, stage)
  const codifications = yield* importedCodifications(sql, model, shared, stage)
  // Each slice is processed once, however often its transaction is retried.
  const portions = Stream.map(shared, (slice) =>
    portionOf([
      locations.add(slice.locations),
      materials.add(slice.materials),
      codifications.addLibraries(slice.codifications),
      codifications.addCodes(slice.codes)
    ])
  )
  yield* storeEach(portions, step)
  yield* inBatches(locations.late, rowsPerStatement, (slice) => step(locations.settle(slice)))
  const renew = Effect.zipRight(materials.renew, codifications.renew)
  const libraries = Effect.suspend(() =>
    importedBy(sql, model, stagedBy, { materials: materials.isRenewed(), codifications: codifications.renewed() })
  )
  return { renew, libraries }
})

/**
 * The same within the caller's transaction, which must have locked the project. Everything is visible as soon as it
 * commits. Returns what the import made.
 */
export const insertShared = (sql: SqlClient, model: ImportedModel, shared: Iterable<SharedSlice>) =>
  Effect.flatMap(
    storeShared(sql, model, Stream.fromIterable([...shared]), 0, ({ work }) => work),
    (stored) => Effect.zipRight(stored.renew, stored.libraries)
  )
