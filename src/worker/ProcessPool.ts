import { Deferred, Effect, Exit, FiberId, FiberSet, Layer, Schema, type Scope } from "effect"
import { Computation, type JobCrashed } from "../ports/Computation.ts"
import * as ChildProcess from "./ChildProcess.ts"
import * as Crash from "./Crash.ts"
import * as CrashLog from "./CrashLog.ts"
import { execute } from "./Execution.ts"
import * as Limits from "./Limits.ts"
import type { Answer, Task } from "./Protocol.ts"
import * as Scratch from "./Scratch.ts"

export interface PoolOptions {
  /** How many there may be. */
  readonly processes: number
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
/** Processes that are there before anybody asks: one for whatever comes first, one for what comes meanwhile. */
const WARM = 2
/** Processes end before they have done anything: none is started for so long that nobody waits for. */
const FAULT_PAUSE = "5 seconds"

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
    yield* Effect.tapError(child.ready, (crash) => CrashLog.log("A worker process did not start", child, crash))
    return child
  })

/** One process on its way from the start to the end. */
interface Member {
  readonly started: Deferred.Deferred<ChildProcess.ChildProcess, JobCrashed>
  /** Null while it starts. */
  child: ChildProcess.ChildProcess | null
  isBusy: boolean
  /** Jobs that it has been given. */
  jobs: number
}

/**
 * Builds the pool: processes start when there is a job and none is idle, and stay. One ends when its job crashed or was
 * interrupted, when it is larger than half its memory after a job, and for who wants a fresh one where there is no room.
 * It takes jobs as they come: the order of work is decided where operations are claimed.
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
    const half = options.memoryBytes / 2
    const permits = Effect.unsafeMakeSemaphore(options.processes)
    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    /** Those that start first, then the others by when they were given back. */
    let members: ReadonlyArray<Member> = []
    let isClosed = false

    const remove = (member: Member) => {
      members = members.filter((one) => one !== member)
    }
    const open = (isBusy: boolean): Member => {
      const started = Deferred.unsafeMake<ChildProcess.ChildProcess, JobCrashed>(FiberId.none)
      const member: Member = { started, child: null, isBusy, jobs: 0 }
      members = [member, ...members]
      fork(live(member))
      return member
    }
    const keepWarm = () => {
      while (members.length < Math.min(WARM, options.processes)) open(false)
    }
    const live = (member: Member) =>
      Effect.gen(function* () {
        const child = yield* startChild(options, folders, launcher)
        member.child = child
        yield* Deferred.succeed(member.started, child)
        const crash = yield* child.end
        // What ends a busy one its job tells; who is no member any more was dismissed.
        if (!member.isBusy && members.includes(member)) {
          yield* CrashLog.log("An idle worker process ended", child, crash)
        }
      }).pipe(
        Effect.scoped,
        Effect.ignore,
        Effect.ensuring(Effect.sync(() => remove(member))),
        Effect.ensuring(Deferred.fail(member.started, Crash.notStarted)),
        Effect.zipRight(Effect.suspend(() => (member.jobs === 0 ? Effect.sleep(FAULT_PAUSE) : Effect.void))),
        Effect.zipRight(Effect.sync(keepWarm))
      )

    /** The idle member that worked last, one that has not worked yet where it has to be fresh, or else a new one. */
    const take = (fresh: boolean): Member => {
      const idle = members.filter(({ isBusy }) => !isBusy)
      const found = idle.findLast(({ jobs }) => !fresh || jobs === 0)
      if (found !== undefined) {
        found.isBusy = true
        return found
      }
      if (members.length >= options.processes && idle.length > 0) {
        remove(idle[0]!)
        idle[0]!.child?.kill(Crash.ended)
      }
      return open(true)
    }
    const giveBack = (member: Member) => {
      if (!members.includes(member)) return
      remove(member)
      member.isBusy = false
      members = member.child === null ? [member, ...members] : [...members, member]
    }
    const end = (child: ChildProcess.ChildProcess, crash: JobCrashed) =>
      Effect.zipRight(
        Effect.sync(() => child.kill(crash)),
        child.end
      )
    /** A member that may still be at work, or is too large, ends: nothing writes to the folder of its job any more. */
    const release = (member: Member, exit: Exit.Exit<Answer, JobCrashed>) =>
      Effect.suspend(() => {
        const isWell = Exit.isSuccess(exit) && exit.value.resident <= half
        if (!isWell && member.child !== null) return end(member.child, Crash.ended)
        return Effect.sync(() => giveBack(member))
      })

    yield* Effect.addFinalizer(() => Effect.sync(() => (isClosed = true)))
    keepWarm()

    const run: Computation["Type"]["run"] = (request, runOptions) =>
      Effect.gen(function* () {
        const encoded = (yield* Effect.orDie(Schema.serialize(request))) as Task["request"]
        const task = { request: encoded, scratch: runOptions.scratch, collectAbove: half }
        const work = (member: Member) =>
          Effect.gen(function* () {
            const child = yield* Deferred.await(member.started)
            member.jobs += 1
            const answer = yield* execute(child, task, runOptions).pipe(
              Effect.timeoutFail({
                duration: options.timeoutSeconds * 1000,
                onTimeout: () => Crash.outOfTime(options.timeoutSeconds)
              }),
              Effect.catchAll((crash) =>
                Effect.zipRight(end(child, crash), Effect.flip(CrashLog.log("A job crashed", child, crash)))
              )
            )
            const output = CrashLog.printed(child)
            if (Object.keys(output).length > 0) yield* Effect.annotateLogs(Effect.logInfo("A job printed"), output)
            return answer
          })
        const acquire = Effect.suspend(() =>
          isClosed ? Effect.fail(Crash.ended) : Effect.succeed(take(runOptions.fresh ?? false))
        )
        const { exit } = yield* permits.withPermits(1)(Effect.acquireUseRelease(acquire, work, release))
        return yield* Effect.flatten(Effect.orDie(Schema.deserializeExit(request, exit)))
      }).pipe(Effect.annotateLogs({ job: request._tag }))

    const state = Effect.sync(() => ({
      alive: members.filter(({ child }) => child !== null).length,
      busy: members.filter(({ isBusy }) => isBusy).length,
      wanted: options.processes
    }))
    return Computation.of({ run, scratch: folders.folder("job"), state })
  })

/** Fails with `ScratchUnavailable` when the directory cannot be used. */
export const layer = (options: PoolOptions): Layer.Layer<Computation, Scratch.ScratchUnavailable> =>
  Layer.scoped(Computation, make(options))
