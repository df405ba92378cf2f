import { Cause, Deferred, Effect, FiberId, FiberSet, type Scope } from "effect"
import type { Job, JobCrashed } from "../ports/Computation.ts"
import { autopsy } from "./Autopsy.ts"
import type { ChildProcess } from "./ChildProcess.ts"
import * as Death from "./Death.ts"
import * as Lanes from "./Lanes.ts"

interface Member extends Lanes.Member {
  state: "starting" | "idle" | "busy"
  jobs: number
  child: ChildProcess | null
}

interface Waiter extends Lanes.Waiter {
  readonly given: Deferred.Deferred<Lease, JobCrashed>
  lease: Lease | null
}

/** A process given to one job. Exactly one of the two must be called, once. */
export interface Lease {
  readonly child: ChildProcess
  /** Takes the process back for the next job. */
  readonly release: () => void
  /** Kills it and makes room for another. */
  readonly dismiss: (reason: JobCrashed) => void
}

export interface Roster {
  /**
   * Waits for a process that takes the job. Only the waiting can be interrupted, which gives up the place in the
   * queue; to be called where nothing else can, so that no lease is lost.
   */
  readonly acquire: (job: Job) => Effect.Effect<Lease, JobCrashed>
  readonly state: Effect.Effect<{ readonly alive: number; readonly busy: number; readonly wanted: number }>
}

const FAULT_PAUSE = "5 seconds"
const LANES = ["long", "short"] as const

const remove = <A>(list: Array<A>, item: A): boolean => {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}

/**
 * Who works and who waits. Keeps one process of each lane warm, starts more where jobs wait, up to `room`.
 * All processes end with the scope; jobs that wait then fail.
 *
 * @param room how many processes a lane may have
 * @param start gives a process that takes jobs and lives as long as the scope
 */
export const make = (
  room: Readonly<Record<Job["lane"], number>>,
  start: Effect.Effect<ChildProcess, JobCrashed, Scope.Scope>
): Effect.Effect<Roster, never, Scope.Scope> =>
  Effect.gen(function* () {
    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    const members: Array<Member> = []
    const waiters: Array<Waiter> = []
    let closed = false
    // Processes fail before they have done anything: for a while none is started that nobody waits for.
    let faulty = false

    const dispatch = () => {
      let step = closed ? null : Lanes.next(members, waiters, room)
      while (step !== null) {
        if (step.do === "start") enlist(step.lane)
        else if (step.do === "retire") dismiss(step.member, Death.ended)
        else give(step.member, step.to)
        step = Lanes.next(members, waiters, room)
      }
      if (closed || faulty) return
      for (const lane of LANES) if (!members.some((member) => member.lane === lane)) enlist(lane)
    }
    const give = (member: Member, waiter: Waiter) => {
      member.state = "busy"
      member.jobs += 1
      remove(waiters, waiter)
      waiter.lease = {
        child: member.child!,
        release: () => release(member),
        dismiss: (reason) => {
          dismiss(member, reason)
          dispatch()
        }
      }
      Deferred.unsafeDone(waiter.given, Effect.succeed(waiter.lease))
    }
    const release = (member: Member) => {
      member.state = "idle"
      dispatch()
    }
    const dismiss = (member: Member, reason: JobCrashed) => {
      remove(members, member)
      member.child?.kill(reason)
    }
    const enlist = (lane: Job["lane"]) => {
      const member: Member = { lane, state: "starting", jobs: 0, child: null }
      members.push(member)
      fork(live(member))
    }

    const live = (member: Member) =>
      Effect.gen(function* () {
        const child = yield* start
        member.child = child
        release(member)
        const reason = yield* child.death
        // Busy ones are their job's matter, dismissed ones are off the list.
        if (member.state === "busy" || !remove(members, member)) return
        yield* autopsy("An idle worker process ended", child, reason)
        if (member.jobs === 0) pause()
      }).pipe(
        Effect.scoped,
        Effect.catchAllCause((cause) =>
          Cause.isInterruptedOnly(cause) ? Effect.void : Effect.sync(() => notStarted(member))
        ),
        Effect.ensuring(
          Effect.sync(() => {
            if (remove(members, member)) dispatch()
          })
        )
      )
    const notStarted = (member: Member) => {
      pause()
      const waiter = waiters.find((waiter) => member.lane === "long" || waiter.lane === "short")
      if (waiter === undefined) return
      remove(waiters, waiter)
      Deferred.unsafeDone(waiter.given, Effect.fail(Death.notStarted))
    }
    const pause = () => {
      if (faulty) return
      faulty = true
      const resume = Effect.sync(() => {
        faulty = false
        dispatch()
      })
      fork(Effect.delay(resume, FAULT_PAUSE))
    }

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
        for (const waiter of waiters.splice(0)) Deferred.unsafeDone(waiter.given, Effect.fail(Death.ended))
      })
    )
    dispatch()

    const acquire = (job: Job) =>
      Effect.suspend(() => {
        if (closed) return Effect.fail(Death.ended)
        const given = Deferred.unsafeMake<Lease, JobCrashed>(FiberId.none)
        const waiter: Waiter = { lane: job.lane, fresh: job.fresh ?? false, given, lease: null }
        waiters.push(waiter)
        dispatch()
        const giveUp = Effect.sync(() => {
          remove(waiters, waiter)
          waiter.lease?.release()
        })
        return Effect.onInterrupt(Effect.interruptible(Deferred.await(given)), () => giveUp)
      })
    const state = Effect.sync(() => ({
      alive: members.filter((member) => member.child !== null).length,
      busy: members.filter((member) => member.state === "busy").length,
      wanted: room.long + room.short
    }))
    return { acquire, state }
  })
