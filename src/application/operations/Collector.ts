import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { unusedClientDays } from "../../domain/signin/Registration.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { EventRepository } from "../../ports/events/EventRepository.ts"
import { GarbageRepository } from "../../ports/operations/GarbageRepository.ts"
import { DeliveryRepository } from "../../ports/webhooks/DeliveryRepository.ts"
import { fn, spanned } from "../../runtime/Span.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { blobsOfModel } from "../common/BlobKeys.ts"

/** Grace period for unreferenced blobs: a worker may be about to refer to one. */
const graceHours = 24
const failedModelDays = 7
const resultDays = { ready: 14, asked: 7 }
/** How long events and their deliveries are kept (contract section 15). */
const eventDays = 30
const keysAtOnce = 200

/** Garbage collection (contract sections 8 and 9). */
export class Collector extends Effect.Service<Collector>()("application/Collector", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const events = yield* EventRepository
    const deliveries = yield* DeliveryRepository
    const garbage = yield* GarbageRepository

    const sweepBlobs = fn("Collector.sweepBlobs")(function* (prefix: string, before: number) {
      yield* blobs.list(prefix).pipe(
        Stream.filter(({ modifiedAt }) => modifiedAt < before),
        Stream.map(({ key }) => key),
        Stream.grouped(keysAtOnce),
        Stream.runForEach((keys) =>
          Effect.flatMap(garbage.unreferenced(Chunk.toReadonlyArray(keys)), (unneeded) =>
            Effect.forEach(unneeded, blobs.remove, { discard: true })
          )
        )
      )
    })

    /** Runs one round: rows first, then the blobs that no row refers to. */
    const collect = Effect.gen(function* () {
      const uploads = yield* garbage.forgetUploads(graceHours)
      yield* Effect.forEach(uploads, (key) => blobs.remove(`uploads/${key}`), { discard: true })
      yield* garbage.forgetAnswers
      yield* garbage.forgetSignIns(unusedClientDays)
      yield* garbage.forgetMessages
      yield* events.forget(eventDays)
      yield* deliveries.forget(eventDays)
      const failed = yield* garbage.removeFailedModels(failedModelDays)
      yield* Effect.forEach(failed, ({ modelId, projectId }) => blobs.removeAll(blobsOfModel(projectId, modelId)), {
        discard: true
      })
      yield* garbage.forgetResults(resultDays.ready, resultDays.asked)
      yield* garbage.forgetDerived(resultDays.ready)
      const before = yield* garbage.hoursAgo(graceHours)
      yield* sweepBlobs("projects/", before)
      yield* sweepBlobs("uploads/", before)
    }).pipe(spanned("Collector.collect"))

    /** Runs a round at the start and every hour; a failed one is logged, and the next one makes up for it. */
    const run = collect.pipe(
      withoutContext,
      Effect.catchAll((error) => Effect.logWarning("Nothing could be collected this time", error)),
      Effect.repeat(Schedule.spaced("1 hour"))
    )

    /** Purges removed rows soon, because their space is needed and their names may be. */
    const empty = garbage.purgeRemoved.pipe(
      withoutContext,
      Effect.catchAll((error) => Effect.logWarning("What was removed could not be taken away this time", error)),
      Effect.repeat(Schedule.spaced("5 seconds"))
    )

    return { collect, run, empty }
  })
}) {
  /** Collects as long as the layer lives. */
  static readonly everyHour = Layer.scopedDiscard(
    Effect.flatMap(this, ({ empty, run }) => Effect.zipRight(Effect.forkScoped(empty), Effect.forkScoped(run)))
  )
}
