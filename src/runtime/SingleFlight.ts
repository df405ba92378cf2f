import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { whileOthersWait } from "./FairScheduler.ts"

/** Runs that callers share by name. A run goes on even if the callers that wait for it are interrupted. */
export interface SingleFlight<A, E> {
  /** Returns the result of the run in progress; if there is none, the effect is run. */
  readonly join: (name: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /**
   * Returns the result of a run that begins after this call: at most one run of a name is in progress, and at most one
   * more is waiting. Counts as the service's own work.
   */
  readonly next: (name: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Returns the effect that waits for the run in progress; undefined if there is none. */
  readonly current: (name: string) => Effect.Effect<A, E> | undefined
}

interface Run<A, E> {
  readonly effect: Effect.Effect<A, E>
  readonly done: Deferred.Deferred<A, E>
}

export const make = <A, E>(): SingleFlight<A, E> => {
  const running = new Map<string, Run<A, E>>()
  const waiting = new Map<string, Run<A, E>>()

  const runOf = (effect: Effect.Effect<A, E>): Run<A, E> => ({ effect, done: Deferred.unsafeMake(FiberId.none) })

  /** Runs one, and then the one that waits. */
  const runAll = (name: string, { done, effect }: Run<A, E>): Effect.Effect<unknown> =>
    Effect.flatMap(Effect.exit(Effect.interruptible(effect)), (exit) => {
      const next = waiting.get(name)
      waiting.delete(name)
      if (next === undefined) running.delete(name)
      else running.set(name, next)
      const ended = Deferred.done(done, exit)
      return next === undefined ? ended : Effect.zipRight(ended, runAll(name, next))
    })

  const start = (name: string, run: Run<A, E>) => {
    running.set(name, run)
    return Effect.forkDaemon(runAll(name, run))
  }

  return {
    current: (name) => {
      const run = running.get(name)
      return run && Deferred.await(run.done)
    },
    // Only the wait can be interrupted: a run that is marked as running really runs.
    join: (name, effect) =>
      Effect.uninterruptibleMask((restore) => {
        const known = running.get(name)
        const run = known ?? runOf(effect)
        const answer = restore(Deferred.await(run.done))
        return known === undefined ? Effect.zipRight(start(name, run), answer) : answer
      }),
    next: (name, effect) =>
      Effect.uninterruptibleMask((restore) => {
        const isRunning = running.has(name)
        const run = isRunning ? waiting.getOrInsertComputed(name, () => runOf(effect)) : runOf(effect)
        const answer = restore(Deferred.await(run.done))
        return isRunning ? answer : Effect.zipRight(whileOthersWait(start(name, run)), answer)
      })
  }
}
