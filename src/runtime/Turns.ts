import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TurnQueue from "./TurnQueue.ts"

/**
 * A fixed number of places that fibers hold for a while. Of the waiting users, the one whose last turn is longest ago
 * goes first; the requests of one user are served in order.
 */
export interface Turns {
  /** Waits for a place. Returns false at once if too many wait. A fiber that is interrupted while waiting gets none. */
  readonly take: (user: string) => Effect.Effect<boolean>
  /** Hands a place to the next waiting fiber. */
  readonly release: Effect.Effect<void>
  /** Like `take`, but releases the place when the scope closes. */
  readonly hold: (user: string) => Effect.Effect<boolean, never, Scope.Scope>
  /** Runs the effect in a place. Fails with the result of `full` if too many wait. */
  readonly within: <E>(
    user: string,
    full: () => E
  ) => <A, E1, R>(effect: Effect.Effect<A, E1, R>) => Effect.Effect<A, E | E1, R>
}

interface Limits extends TurnQueue.Limits {
  readonly places: number
}

/**
 * Makes turns for a number of places. Effect's semaphore does not fit: the fiber that releases a permit can take it
 * again before those that wait, and each released permit wakes all waiting fibers.
 */
export const make = ({ places, ...limits }: Limits): Turns => {
  const waiting = TurnQueue.make<() => void>(limits)
  let taken = 0

  const release = Effect.sync(() => {
    const next = waiting.take()
    if (next === undefined) taken--
    else next()
  })
  type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Waits for a place. Only the wait can be interrupted, so that a place that was taken is always released. */
  const acquire = (user: string, restore: Restore) =>
    Effect.suspend(() => {
      if (taken < places) {
        taken++
        waiting.passed(user)
        return Effect.succeed(true)
      }
      let isOurs = false
      const wait = Effect.async<boolean>((resume) => {
        const next = (): void => {
          isOurs = true
          resume(Effect.succeed(true))
        }
        if (!waiting.offer(user, next)) return resume(Effect.succeed(false))
        return Effect.sync(() => waiting.remove(user, next))
      })
      return Effect.onInterrupt(restore(wait), () => (isOurs ? release : Effect.void))
    })
  return {
    take: (user) => Effect.uninterruptibleMask((restore) => acquire(user, restore)),
    release,
    hold: (user) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.tap(acquire(user, restore), (isIn) => (isIn ? Effect.addFinalizer(() => release) : Effect.void))
      ),
    within: (user, full) => (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(
          Effect.filterOrFail(acquire(user, restore), (isIn) => isIn, full),
          Effect.ensuring(restore(effect), release)
        )
      )
  }
}
