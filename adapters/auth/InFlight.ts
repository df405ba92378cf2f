import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"

/**
 * Runs what is asked for under a key once at a time: who asks meanwhile waits for the same. The run belongs to the
 * scope, so whoever goes away ends it for nobody else.
 */
export const make = <A, E>(): Effect.Effect<
  (key: string, run: Effect.Effect<A, E>) => Effect.Effect<A, E>,
  never,
  Scope.Scope
> =>
  Effect.map(Effect.scope, (scope) => {
    const running = new Map<string, Deferred.Deferred<A, E>>()
    return (key, run) =>
      Effect.uninterruptibleMask((restore) => {
        const pending = running.get(key)
        if (pending !== undefined) return restore(Deferred.await(pending))
        const result = Deferred.unsafeMake<A, E>(FiberId.none)
        running.set(key, result)
        const ended = Effect.sync(() => running.delete(key))
        return Effect.interruptible(run).pipe(
          Effect.onExit((exit) => Effect.zipRight(ended, Deferred.done(result, exit))),
          Effect.forkIn(scope),
          Effect.zipRight(restore(Deferred.await(result)))
        )
      })
  })
