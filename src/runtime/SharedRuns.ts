import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { whileOthersWait } from "./FairScheduler.ts"

/** Single-flight runs by name: one run serves all callers who asked before it began. */
export interface SharedRuns<A, E> {
  /** Returns the result of a run that begins after this call. The run goes on even if the caller is interrupted. */
  readonly run: (name: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

interface Run<A, E> {
  readonly effect: Effect.Effect<A, E>
  readonly done: Deferred.Deferred<A, E>
}

/** Makes shared runs. At most one run of a name is in progress, and at most one more is waiting. */
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
    // Only the wait can be interrupted: a name that is marked as running really runs.
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
