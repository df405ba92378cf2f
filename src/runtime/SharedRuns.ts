import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { whileOthersWait } from "./FairScheduler.ts"

/** What is asked for under one name again and again, and done once for all who asked before it began. */
export interface SharedRuns<A, E> {
  /** Gives what a run that begins after this call gives; it is made for whoever is interrupted too. */
  readonly run: (name: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

interface Run<A, E> {
  readonly effect: Effect.Effect<A, E>
  readonly done: Deferred.Deferred<A, E>
}

/** One run of a name goes on at a time, and one more is waiting at the most. */
export const make = <A, E>(): SharedRuns<A, E> => {
  const waiting = new Map<string, Run<A, E>>()
  const running = new Set<string>()

  const runAll = (name: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      const next = waiting.get(name)
      waiting.delete(name)
      if (next !== undefined) return Effect.zipRight(Effect.intoDeferred(next.effect, next.done), runAll(name))
      running.delete(name)
      return Effect.void
    })

  return {
    // Nothing but the wait can be interrupted: what is said to be running runs.
    run: (name, effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const own = waiting.get(name) ?? { effect, done: Deferred.unsafeMake<A, E>(FiberId.none) }
          waiting.set(name, own)
          const answer = restore(Deferred.await(own.done))
          if (running.has(name)) return answer
          running.add(name)
          return Effect.zipRight(Effect.forkDaemon(whileOthersWait(runAll(name))), answer)
        })
      )
  }
}
