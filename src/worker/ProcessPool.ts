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
  /** How many there may be. */
  readonly processes: number
  /** How many are there, as far as there may be, before anybody asks. */
  readonly warm: number
  /** Of one job at the most. */
  readonly timeoutSeconds: number
  /** Where scratch folders lie; made when it is not there. */
  readonly directory: string
}

/** Processes end before they have done anything: none is started for so long that nobody waits for. */
const FAULT_PAUSE = "5 seconds"

/** One process on its way from the start to the end. */
interface Member {
  readonly started: Deferred.Deferred<ChildProcess.ChildProcess, JobCrashed>
  /** Null while it starts. */
  child: ChildProcess.ChildProcess | null
  isBusy: boolean
  /** Jobs that it has begun. */
  jobs: number
}

/**
 * Builds the pool: beside those that are kept warm processes start when there is a job and none is idle, and stay. One
 * ends when its job crashed or was interrupted, when it is larger than half its memory after a job, and for who wants a
 * fresh one where there is no room.
 * It takes jobs as they come: the order of work is decided where operations are claimed.
 *
 * Fails with `ScratchUnavailable` when the directory cannot be used.
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
        // What ends a busy one its job tells; who is no member any more was dismissed. Nobody takes it from now on.
        if (!member.isBusy && members.delete(member)) yield* CrashLog.log("An idle worker process ended", child, crash)
      }).pipe(
        Effect.scoped,
        Effect.ignore,
        Effect.ensuring(Effect.sync(() => members.delete(member))),
        Effect.ensuring(Deferred.fail(member.started, Crash.notStarted)),
        Effect.zipRight(Effect.suspend(() => (member.jobs === 0 ? Effect.sleep(FAULT_PAUSE) : Effect.void))),
        Effect.zipRight(Effect.sync(keepWarm))
      )

    /** The idle member with the most experience, one that has none where it has to be fresh, or else a new one. */
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
    /** A member that may still be at work, or is too large, ends: nothing writes to the folder of its job any more. */
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

/** Fails with `ScratchUnavailable` when the directory cannot be used. */
export const layer = (options: PoolOptions): Layer.Layer<Computation, Scratch.ScratchUnavailable> =>
  Layer.scoped(Computation, make(options))
