import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TurnQueue from "./TurnQueue.ts"

/** Places that fibers have for a while. Of users who wait for one, whose last turn is longest ago comes first; of one user, who asked first. */
export interface Turns {
  /** Waits for a place; false at once where too many wait. Whoever is interrupted while waiting has got none. */
  readonly take: (user: string) => Effect.Effect<boolean>
  /** Hands a place to whose turn it is. */
  readonly release: Effect.Effect<void>
  /** As `take`; the place is handed on when the scope closes. */
  readonly hold: (user: string) => Effect.Effect<boolean, never, Scope.Scope>
  /** Runs the effect in a place; fails with what `full` gives where too many wait. */
  readonly within: <E>(
    user: string,
    full: () => E
  ) => <A, E1, R>(effect: Effect.Effect<A, E1, R>) => Effect.Effect<A, E | E1, R>
}

interface Limits extends TurnQueue.Limits {
  readonly places: number
}

/**
 * Effect's semaphore lets the fiber that gives a permit back take it again before those that wait, and wakes all who
 * wait for each permit that comes free.
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
  /** Nothing but the wait can be interrupted: whoever has a place gives it back. */
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
