import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"

/**
 * Returns a single-flight function: it runs the effect of a key unless one is running already, and concurrent callers
 * share its result. The run belongs to the scope, so an interrupted caller does not end it for the others.
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
