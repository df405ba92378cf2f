import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Claim } from "../../domain/operations/Operation.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../../domain/StorageErrors.ts"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { type BlobNotFound, BlobStore, type BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { Computation, JobCrashed, JobRefused, type JobRequest } from "../../ports/Computation.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { type FailureReason, OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { failure, note } from "../../ports/Tracing.ts"
import { whileOthersWait } from "../../runtime/FairScheduler.ts"
import { fn } from "../../runtime/Span.ts"
import { outputOf } from "../common/BlobKeys.ts"
import * as OperationInput from "./OperationInput.ts"
import * as FailureReport from "./FailureReport.ts"

/** Duration of a lease, in milliseconds: a worker that does not renew it in time loses the operation. */
export const leaseMillis = 10_000

/** Interval at which a lease is renewed while no worker process has to show that it is alive. */
const heartbeat = "3 seconds"

/** Minimum time between lease renewals: with progress, and for signs of life without progress; both in milliseconds. */
const [betweenSteps, betweenSigns] = [250, 2500]
/**
 * The wall-clock limit of all work, as a multiple of its processor time. It allows for a machine that is busy with other
 * things, and ends a process that is alive but does not work at all.
 */
const timesWork = 5
/** The wall-clock limit of work without progress, as a multiple of its processor time. */
export const timesStall = 15

/** Options for storing the files of an operation concurrently: each waits for the disk many times. */
export const atOnce = { concurrency: "unbounded" } as const

/** Maximum delay before storage or disk are tried again, in milliseconds. */
const longestPause = 60_000

/**
 * The claim is no longer valid: another worker has taken over, the operation was cancelled, or its model was removed.
 */
export class ClaimLost extends Data.TaggedError("ClaimLost") {}

/** Errors of an unavailable storage or disk, after which the operation is released. */
type Away = BlobStoreUnavailable | StorageUnavailable | OutcomeUnknown
/** All errors of the work of a claim. */
type WorkError = ClaimLost | JobRefused | JobCrashed | BlobNotFound | Away

const resourceLimit = (limit: Limit, count: number) =>
  new JobRefused({ code: "ResourceLimit", reason: sentenceOf(limit, count) })

/** Returns why an operation has failed for good; null if it may be worked on. */
const wornBy = ({ interruptions, postponements }: Claim): JobRefused | null => {
  if (interruptions >= limits.interruptions.most) return resourceLimit(limits.interruptions, interruptions)
  return postponements > limits.postponements.most ? resourceLimit(limits.postponements, postponements) : null
}

/** Limits of a job. Work is measured in CPU time of the job, which on a busy machine is less than the elapsed time. */
interface ComputeOptions {
  /** The part of the operation's progress that the job covers; default: all of it. */
  readonly part?: readonly [from: number, to: number]
  /** The job fails if it needs more work than this. */
  readonly workSeconds?: number
  /** The job fails if it makes no progress during this much work. */
  readonly stallSeconds?: number
  /** The job fails if it makes no progress for this much time; default: 15 times `stallSeconds`. */
  readonly silenceSeconds?: number
}

/** Functions shared by all kinds of operations while a worker holds them. */
export class Claims extends Effect.Service<Claims>()("application/Claims", {
  effect: Effect.gen(function* () {
    const operations = yield* OperationRepository
    const blobs = yield* BlobStore
    const computation = yield* Computation
    const { reach } = yield* FaultPoints

    /** Claims with a job in a worker process, which has to show that it is alive. */
    const inProcess = new Set<Claim>()

    /** Renews the lease while no worker process does; fails with `ClaimLost` once the claim is gone. */
    const holdOn = (claim: Claim) =>
      Effect.suspend(() =>
        inProcess.has(claim)
          ? Effect.succeed(true)
          : Effect.orElseSucceed(operations.renew(claim, 0, leaseMillis), () => true)
      ).pipe(
        Effect.delay(heartbeat),
        Effect.flatMap((held) => (held ? Effect.void : new ClaimLost())),
        Effect.forever
      )

    /**
     * Runs a job for a claim. The lease is renewed while the process is alive; fails with `ClaimLost` once the claim is
     * gone.
     */
    const compute = fn("Claims.compute")(function* <A, I, S, SI>(
      claim: Claim,
      request: JobRequest<A, I, S, SI>,
      scratch: string,
      {
        stallSeconds = Infinity,
        silenceSeconds = stallSeconds * timesStall,
        workSeconds = Infinity,
        part: [from, to] = [0, 1]
      }: ComputeOptions = {}
    ) {
      const lost = yield* Effect.makeLatch()
      const over = yield* Deferred.make<never, JobCrashed>()
      const outOfTime = (cause: JobCrashed["cause"], reason: string) =>
        Deferred.fail(over, new JobCrashed({ cause, reason }))
      let percentage = 1
      let shown = 0
      let renewedAt = Number.NEGATIVE_INFINITY
      const renew = Effect.suspend(() => {
        shown = percentage
        return operations.renew(claim, percentage, leaseMillis)
      }).pipe(
        Effect.flatMap((held) => (held ? Effect.void : lost.open)),
        // A short outage of the storage is no reason to stop: the lease decides.
        Effect.catchAll((error) => Effect.logWarning("A lease was not renewed", error)),
        whileOthersWait
      )
      /** Monotonic time in milliseconds, because the wall clock may be set. */
      const now = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))
      const onSign = Effect.flatMap(now, (now) => {
        inProcess.add(claim)
        if (now - renewedAt < (percentage > shown ? betweenSteps : betweenSigns)) return Effect.void
        renewedAt = now
        return renew
      })
      /** Work of the process, in milliseconds, when this job was first seen running. */
      let began: number | null = null
      /** Work of the process and time, when the job last made progress. */
      let rose: readonly [worked: number, at: number] | null = null
      const onAlive = (worked: number) =>
        Effect.flatMap(now, (at) => {
          began ??= worked
          rose ??= [worked, at]
          const still = sentenceOf(limits.shapesStall, stallSeconds)
          if (worked - rose[0] > stallSeconds * 1000) return outOfTime("stall", still)
          if (at - rose[1] > silenceSeconds * 1000) return outOfTime("silence", still)
          if (worked - began <= workSeconds * 1000) return onSign
          return outOfTime("time", sentenceOf(limits.importSeconds, workSeconds))
        })
      const onProgress = (fraction: number) => {
        percentage = Math.max(percentage, Math.min(99, Math.floor((from + fraction * (to - from)) * 99)))
        rose = null
        return Effect.zipRight(reach("operation.working"), onSign)
      }
      yield* renew
      const answer = yield* Effect.raceFirst(
        computation.run(request, {
          timeoutSeconds: workSeconds * timesWork,
          scratch,
          fresh: claim.attempt > 1,
          onProgress,
          onAlive
        }),
        Effect.raceFirst(Effect.zipRight(lost.await, new ClaimLost()), Deferred.await(over))
      ).pipe(Effect.ensuring(Effect.sync(() => inProcess.delete(claim))))
      yield* reach("operation.computed")
      return answer
    })

    /** Stores a file that the job wrote, under a key of the claim, and returns the key. */
    const keep = fn("Claims.keep")(function* (claim: Claim, scratch: string, name: string) {
      const key = outputOf(claim, name)
      yield* blobs.putFile(key, `${scratch}/${name}`)
      yield* reach("operation.kept")
      return key
    })

    /**
     * Ends the operation as Failed; a failed import still leaves a report. If another worker holds the operation, its
     * input is kept.
     */
    const fail = fn("Claims.fail")(function* (claim: Claim, reason: FailureReason) {
      yield* note({ [failure]: reason.error })
      const isImport = claim.command._tag === "ImportModel"
      const report = isImport ? yield* FailureReport.keep(blobs, outputOf(claim, "report.json"), reason) : null
      const hasFailed = yield* operations.fail(claim, reason, report)
      if (hasFailed && !isImport) yield* OperationInput.forget(blobs, claim)
      return hasFailed
    })

    const tryAgain = (claim: Claim, reason: string) =>
      claim.attempt >= limits.attempts.most
        ? fail(claim, { error: "ResourceLimit", errorDetails: reason })
        : operations.release(claim, claim.attempt === 1 ? 0 : 1000 * 2 ** claim.attempt, true)

    const giveBack = (claim: Claim, error: Away) =>
      Effect.zipRight(
        Effect.logWarning("The operation is given back", error),
        operations.release(claim, Math.min(longestPause, 1000 * 2 ** (claim.postponements + 1)), false)
      )

    /**
     * Runs the work of a claim to its end. Invalid input makes the operation Failed at once; a crash is tried three
     * times in all; if the storage is unavailable, the operation is released; one that was interrupted too often is
     * Failed.
     */
    const settle = <A>(claim: Claim, work: Effect.Effect<A, WorkError>) =>
      Effect.catchTags(Effect.raceFirst(wornBy(claim) ?? work, holdOn(claim)), {
        ClaimLost: () => Effect.logInfo("The operation is no longer ours"),
        JobRefused: ({ code, line, reason }) =>
          fail(claim, { error: code, errorDetails: line === 0 ? reason : `Line ${line}: ${reason}` }),
        JobCrashed: ({ reason }) => tryAgain(claim, reason),
        BlobNotFound: () => tryAgain(claim, "A file of the operation is gone."),
        BlobStoreUnavailable: (error) => giveBack(claim, error),
        StorageUnavailable: (error) => giveBack(claim, error),
        OutcomeUnknown: (error) => giveBack(claim, error)
      }).pipe(
        Effect.catchAll((error) => Effect.logWarning("The operation is left to its lease", error)),
        Effect.asVoid
      )

    return { compute, keep, settle }
  })
}) {}
