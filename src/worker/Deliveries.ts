import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Match from "effect/Match"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Claims, leaseMillis } from "../application/operations/Claims.ts"
import { CheckRun } from "../application/checks/CheckRun.ts"
import { CalculationRun } from "../application/quantities/CalculationRun.ts"
import { FileDerivation } from "../application/files/FileDerivation.ts"
import { ModelExport } from "../application/files/ModelExport.ts"
import { ModelImport } from "../application/imports/ModelImport.ts"
import type { OperationId } from "../domain/Identifier.ts"
import { type Claim, kindOf, type Lane } from "../domain/operations/Operation.ts"
import { limits } from "../domain/Limits.ts"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { type Named, OperationQueue } from "../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../ports/operations/OperationRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { spanOf, within } from "../ports/Tracing.ts"
import { withoutContext } from "../ports/WithoutContext.ts"
import { countedFor } from "../runtime/FairScheduler.ts"

/**
 * Interval of the search for work that nobody announced: of other processes, with expired leases, or held back after a
 * failure.
 */
const sweep = Schedule.spaced("2 seconds").pipe(Schedule.jitteredWith({ min: 0.8, max: 1 }))

/**
 * Claims operations while there are any and runs each to its end. `WORKERS` of them run at once, of which the long ones
 * of one user leave one free. One more loop runs short operations only, so that long imports do not delay them.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const operations = yield* OperationRepository
    const queue = yield* OperationQueue
    const claims = yield* Claims
    const imports = yield* ModelImport
    const calculations = yield* CalculationRun
    const checks = yield* CheckRun
    const exports = yield* ModelExport
    const files = yield* FileDerivation
    const { workers } = yield* Settings
    const { reach } = yield* FaultPoints
    const owner = crypto.randomUUID()
    // The long operations of one user leave a worker to others.
    const longOfUser = Math.max(1, workers - 1)

    const work = (claim: Claim) =>
      Match.valueTags(claim.command, {
        ImportModel: (command) => imports.run(claim, command),
        CalculateQuantities: (command) => calculations.run(claim, command),
        ExportModel: (command) => exports.run(claim, command),
        CalculateDynamicProperties: (command) => calculations.run(claim, command),
        CheckRequirements: (command) => checks.run(claim, command),
        MeasureModel: (command) => files.measure(claim, command),
        DeriveFiles: (command) => files.derive(claim, command)
      })

    /**
     * Wraps a run in a span below the one in which the operation was started: that of the message that named it, if it
     * has one, otherwise the stored one.
     */
    const traced = ({ attempt, command, modelId, operationId, projectId, traceparent }: Claim, told: Named | null) =>
      within(`operation ${kindOf(command)}`, {
        kind: "consumer",
        parent: spanOf((told?.operationId === operationId ? told.traceparent : null) ?? traceparent),
        attributes: {
          "plinth.operation.id": operationId,
          "plinth.operation.attempt": attempt,
          "plinth.project.id": projectId,
          "plinth.model.id": modelId
        }
      })

    const run = (claim: Claim, told: Named | null) =>
      claims.settle(claim, Effect.zipRight(reach("operation.claimed"), countedFor(claim.startedBy)(work(claim)))).pipe(
        Effect.zipRight(reach("operation.finished")),
        // Other operations have waited while this one ran alone.
        Effect.zipRight(claim.interruptions < limits.interruptionsInCompany.most ? Effect.void : queue.wake),
        Effect.catchAllDefect((defect) => Effect.logError("An operation died; its lease will run out", defect)),
        Effect.annotateLogs({ operation: claim.operationId, attempt: claim.attempt }),
        traced(claim, told)
      )

    const claimNext = (lanes: ReadonlyArray<Lane>, named: OperationId | null) =>
      operations
        .claim(owner, lanes, leaseMillis, longOfUser, named)
        .pipe(
          Effect.catchAll((error) =>
            Effect.as(Effect.logWarning("No operation could be claimed", error), Option.none<Claim>())
          )
        )

    /** Runs operations until none is left. The named one goes first among those whose turn it is. */
    const drain = (lanes: ReadonlyArray<Lane>, told: Named | null = null): Effect.Effect<void> =>
      Effect.flatMap(
        claimNext(lanes, told?.operationId ?? null),
        Option.match({ onNone: () => Effect.void, onSome: (claim) => Effect.zipRight(run(claim, told), drain(lanes)) })
      )

    /**
     * Runs waiting operations for a message. The named one only runs when its turn has come, so the order of messages
     * does not matter.
     */
    const follow = (lanes: ReadonlyArray<Lane>, told: Named) =>
      operations.find(told.operationId).pipe(
        Effect.matchEffect({
          // The operation could not be read; whatever waits is run.
          onFailure: () => drain(lanes),
          onSuccess: Option.match({
            onNone: () => told.isUnknown,
            onSome: ({ status }) => (status === "Queued" ? drain(lanes, told) : Effect.void)
          })
        })
      )

    const loop = Effect.fn(function* (lanes: ReadonlyArray<Lane>) {
      const woken = yield* Queue.sliding<void>(1)
      yield* Stream.mergeAll([queue.wakes, queue.calls, Stream.fromSchedule(sweep)], { concurrency: 3 }).pipe(
        Stream.runForEach(() => Queue.offer(woken, undefined)),
        withoutContext,
        Effect.forkScoped
      )
      yield* Effect.raceWith(Queue.take(woken), queue.next(lanes), {
        // A message that comes together with a wake is followed too: its operation may not exist, so that it must be
        // put aside.
        onSelfDone: (_, message) =>
          Effect.flatMap(Fiber.interrupt(message), (named) =>
            Effect.zipRight(drain(lanes), Exit.isSuccess(named) ? follow(lanes, named.value) : Effect.void)
          ),
        onOtherDone: (message, wake) =>
          Effect.flatMap(Fiber.interrupt(wake), (woke) =>
            Effect.zipRight(
              Effect.flatMap(message, (named) => follow(lanes, named)),
              Exit.isSuccess(woke) ? drain(lanes) : Effect.void
            )
          )
      }).pipe(Effect.forever, withoutContext, Effect.forkScoped)
    })

    yield* Effect.addFinalizer(() =>
      operations.releaseAllOf(owner).pipe(
        Effect.zipRight(queue.wake),
        Effect.catchAll((error) => Effect.logWarning("Leases were not given back; they will run out", error))
      )
    )
    for (let i = 0; i < workers; i++) yield* loop(["long", "short"])
    yield* loop(["short"])
  })
)
