import { Cause, Effect, Either, Exit, Layer, Option, type Scope } from "effect"
import { Computation, type JobCrashed } from "../ports/Computation.ts"
import { autopsy, printed } from "./Autopsy.ts"
import * as ChildProcess from "./ChildProcess.ts"
import * as Death from "./Death.ts"
import * as Execution from "./Execution.ts"
import * as Limits from "./Limits.ts"
import * as Roster from "./Roster.ts"
import * as Scratch from "./Scratch.ts"

export interface PoolOptions {
  /** Processes for jobs of both lanes; one more takes short jobs only. */
  readonly workers: number
  /** Of one process. */
  readonly memoryBytes: number
  /** Of one job. */
  readonly timeoutSeconds: number
  /** Where scratch folders lie; made when it is not there. */
  readonly directory: string
  /** Absolute path of the module that calls `serve`. */
  readonly childEntry: string
  /** A process is pinged this often. Default 3,000. */
  readonly pingMillis?: number
  /** A process that answers no ping for this long is killed. Default 10,000. */
  readonly silenceMillis?: number
  /** Largest file that a job may write. Default 32 GiB. */
  readonly fileBytes?: number
}

const START_MILLIS = 60_000
const OPEN_FILES = 256
const FILE_BYTES = 32 * 1024 ** 3

const startChild = (options: PoolOptions, folders: Scratch.Scratch, launcher: Limits.Launcher) =>
  Effect.gen(function* () {
    const home = yield* folders.folder("child")
    const child = yield* ChildProcess.start({
      entry: options.childEntry,
      home,
      launcher,
      memoryBytes: options.memoryBytes,
      pingMillis: options.pingMillis ?? 3000,
      silenceMillis: options.silenceMillis ?? 10_000,
      startMillis: START_MILLIS
    })
    yield* Effect.tapError(child.ready, (reason) => autopsy("A worker process did not start", child, reason))
    return child
  })

/** Ends the process of a failed or interrupted job for good, so that nothing writes to its folder any more. */
const bury = (lease: Roster.Lease, exit: Exit.Exit<Execution.Outcome, JobCrashed>) =>
  Effect.gen(function* () {
    const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
    lease.dismiss(failure ?? Death.ended)
    yield* lease.child.death
    if (failure === null) return yield* exit
    return yield* Effect.flip(autopsy("A job crashed", lease.child, failure))
  })

/**
 * Builds the pool. One process of each lane is kept warm; more long ones start when jobs wait, and stay. A process
 * ends when its job crashed or was interrupted, and when it is larger than half its memory after a job.
 *
 * Fails with `ScratchUnavailable` when the directory cannot be used.
 */
const make = (options: PoolOptions): Effect.Effect<Computation["Type"], Scratch.ScratchUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const folders = yield* Scratch.make(options.directory)
    const launcher = yield* Limits.launcher({
      memory: options.memoryBytes,
      fileSize: options.fileBytes ?? FILE_BYTES,
      openFiles: OPEN_FILES
    })
    const roster = yield* Roster.make({ long: options.workers, short: 1 }, startChild(options, folders, launcher))
    const half = options.memoryBytes / 2

    const run: Computation["Type"]["run"] = (job, scratch, onProgress, onAlive = Effect.void) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const lease = yield* roster.acquire(job)
          // Long jobs map files, which hold their space on the disk until the garbage is collected.
          const collectAbove = job.lane === "long" ? 0 : half
          const work = Execution.execute(lease.child, job, scratch, collectAbove, { onProgress, onAlive }).pipe(
            Effect.timeoutFail({
              duration: options.timeoutSeconds * 1000,
              onTimeout: () => Death.outOfTime(options.timeoutSeconds)
            })
          )
          const exit = yield* Effect.exit(restore(work))
          const { result, resident } = Exit.isSuccess(exit) ? exit.value : yield* bury(lease, exit)
          const words = printed(lease.child)
          if (Object.keys(words).length > 0) yield* Effect.annotateLogs(Effect.logInfo("A job printed"), words)
          if (resident > half) lease.dismiss(Death.ended)
          else lease.release()
          return yield* Either.match(result, { onLeft: Effect.fail, onRight: Effect.succeed })
        })
      ).pipe(Effect.annotateLogs({ job: job.name, lane: job.lane }))

    return Computation.of({ run, scratch: folders.folder("job"), state: roster.state })
  })

/** Fails with `ScratchUnavailable` when the directory cannot be used. */
export const layer = (options: PoolOptions): Layer.Layer<Computation, Scratch.ScratchUnavailable> =>
  Layer.scoped(Computation, make(options))
