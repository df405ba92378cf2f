import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Computation, type JobCrashed } from "../ports/Computation.ts"
import * as Tracing from "../ports/Tracing.ts"
import * as ChildProcess from "./ChildProcess.ts"
import * as Crash from "./Crash.ts"
import * as CrashLog from "./CrashLog.ts"
import { execute } from "./Execution.ts"
import * as Limits from "./Limits.ts"
import type { Answer, Task } from "./Protocol.ts"
import { replay } from "./RecordedSpans.ts"
import * as Scratch from "./Scratch.ts"

export interface PoolOptions extends ChildProcess.ChildOptions {
  /** Largest number of processes. */
  readonly processes: number
  /** Number of processes that are started before anybody asks, at most `processes`. */
  readonly warm: number
  /** Timeout of one job. */
  readonly timeoutSeconds: number
  /** Parent of the scratch folders. It is created if it does not exist. */
  readonly directory: string
}

/** Pause before a process that ended before its first job is replaced. */
const FAULT_PAUSE = "5 seconds"

/** One process from its start to its end. */
interface Member {
  readonly started: Deferred.Deferred<ChildProcess.ChildProcess, JobCrashed>
  /** Null while the process starts. */
  child: ChildProcess.ChildProcess | null
  isBusy: boolean
  /** Number of jobs that it has begun. */
  jobs: number
}

/**
 * Builds the pool. In addition to the warm processes, a process is started if there is a job and none is idle, and it
 * stays. A process ends if its job crashed or was interrupted, if it is larger than half its memory after a job, or if
 * a caller wants a fresh one and there is no room.
 * Jobs run in the order in which they come: the order of work is decided where operations are claimed.
 *
 * Fails with `ScratchUnavailable` if the directory cannot be used.
 */
const make = (options: PoolOptions): Effect.Effect<Computation["Type"], Scratch.ScratchUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const folders = yield* Scratch.make(options.directory)
    const launcher = yield* Limits.launcher(options)
    const half = options.memoryBytes / 2
    const permits = Effect.unsafeMakeSemaphore(options.processes)
    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    const members = new Set<Member>()
    let isClosed = false

    const open = (isBusy: boolean): Member => {
      const started = Deferred.unsafeMake<ChildProcess.ChildProcess, JobCrashed>(FiberId.none)
      const member: Member = { started, child: null, isBusy, jobs: 0 }
      members.add(member)
      fork(live(member))
      return member
    }
    const atLeast = Math.min(options.warm, options.processes)
    const keepWarm = () => {
      while (members.size < atLeast) open(false)
    }
    const live = (member: Member) =>
      Effect.gen(function* () {
        const home = yield* folders.folder("child")
        const child = yield* ChildProcess.start(options, home, launcher)
        yield* Effect.tapError(child.ready, (crash) => CrashLog.log("A worker process did not start", child, crash))
        member.child = child
        yield* Deferred.succeed(member.started, child)
        const crash = yield* child.ended
        // The job of a busy member logs its end, and a member that was removed had been dismissed. Nobody takes this
        // one from now on.
        if (!member.isBusy && members.delete(member)) yield* CrashLog.log("An idle worker process ended", child, crash)
      }).pipe(
        Effect.scoped,
        Effect.ignore,
        Effect.ensuring(Effect.sync(() => members.delete(member))),
        Effect.ensuring(Deferred.fail(member.started, Crash.notStarted)),
        Effect.zipRight(Effect.suspend(() => (member.jobs === 0 ? Effect.sleep(FAULT_PAUSE) : Effect.void))),
        Effect.zipRight(Effect.sync(keepWarm))
      )

    /** Returns the idle member with the most experience, or one that has none if `fresh`, or else a new one. */
    const take = (fresh: boolean): Member => {
      const idle = [...members].filter(({ isBusy }) => !isBusy).toSorted((a, b) => b.jobs - a.jobs)
      const found = fresh ? idle.find(({ jobs }) => jobs === 0) : idle[0]
      const last = idle.at(-1)
      if (found === undefined && last !== undefined && members.size >= options.processes) {
        members.delete(last)
        fork(Effect.asVoid(last.child!.kill(Crash.ended)))
      }
      const taken = found ?? open(true)
      taken.isBusy = true
      return taken
    }
    /**
     * Ends a member that may still be at work or is too large, so that nothing writes to the folder of its job any
     * more.
     */
    const release = (member: Member, exit: Exit.Exit<Answer, JobCrashed>): Effect.Effect<unknown> => {
      const isWell = Exit.isSuccess(exit) && exit.value.resident <= half
      if (!isWell && member.child !== null) return member.child.kill(Crash.ended)
      return Effect.sync(() => (member.isBusy = false))
    }

    yield* Effect.addFinalizer(() => Effect.sync(() => (isClosed = true)))
    keepWarm()

    const run: Computation["Type"]["run"] = (request, runOptions) =>
      Effect.gen(function* () {
        const { fresh = false, scratch } = runOptions
        const seconds = Math.min(options.timeoutSeconds, runOptions.timeoutSeconds ?? Number.POSITIVE_INFINITY)
        const encoded = (yield* Effect.orDie(Schema.serialize(request))) as Task["request"]
        const { lose, tracer } = yield* Tracing.Tracing
        const span = yield* Tracing.current
        const isTraced = span?.sampled ?? false
        const task = { request: encoded, scratch, collectAbove: half, isTraced }
        const work = (member: Member) =>
          Effect.gen(function* () {
            const child = yield* Deferred.await(member.started)
            member.jobs += 1
            const answer = yield* execute(child, task, runOptions).pipe(
              Effect.timeoutFail({
                duration: seconds * 1000,
                onTimeout: () => Crash.outOfTime(seconds)
              }),
              Effect.catchAll((crash) =>
                Effect.zipRight(child.kill(crash), Effect.flip(CrashLog.log("A job crashed", child, crash)))
              )
            )
            const output = child.output()
            if (Object.keys(output).length > 0) yield* Effect.annotateLogs(Effect.logInfo("A job printed"), output)
            return answer
          })
        const acquire = Effect.suspend(() => (isClosed ? Effect.fail(Crash.ended) : Effect.succeed(take(fresh))))
        const { exit, spans, spansLeft } = yield* permits.withPermits(1)(
          Effect.acquireUseRelease(acquire, work, release)
        )
        if (tracer !== null && span !== null) replay(tracer, span, spans)
        lose(spansLeft)
        return yield* Effect.flatten(Effect.orDie(Schema.deserializeExit(request, exit)))
      }).pipe(Effect.annotateLogs({ job: request._tag }), Tracing.within(`job ${request._tag}`))

    const state = Effect.sync(() => ({
      alive: [...members].filter(({ child }) => child !== null).length,
      busy: [...members].filter(({ isBusy }) => isBusy).length,
      wanted: atLeast
    }))
    return Computation.of({ run, scratch: folders.folder("job"), state })
  })

/** Builds the pool as a layer. Fails with `ScratchUnavailable` if the directory cannot be used. */
export const layer = (options: PoolOptions): Layer.Layer<Computation, Scratch.ScratchUnavailable> =>
  Layer.scoped(Computation, make(options))
