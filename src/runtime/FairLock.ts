import { Effect } from "effect"
import * as TurnQueue from "./TurnQueue.ts"

/** Something that one fiber has at a time. Users who wait for it take turns; of one user, who asked first is first. */
export interface FairLock {
  /** Waits until it is ours. Whoever is interrupted while waiting has not got it. */
  readonly take: (user: string) => Effect.Effect<void>
  /** Hands it to whose turn it is. */
  readonly release: Effect.Effect<void>
  /** Runs the effect while we have it. */
  readonly within: (user: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Effect's semaphore lets the fiber that gives a permit back take it again before those that wait: one that does so in
 * a loop keeps all others waiting.
 */
export const make = (): FairLock => {
  // Requests and workers that wait are limited where they begin.
  const waiting = TurnQueue.make<() => void>({ ofUser: Infinity, inAll: Infinity })
  let isTaken = false

  const release = Effect.sync(() => {
    const next = waiting.take()
    if (next === undefined) isTaken = false
    else next()
  })
  type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Nothing but the wait can be interrupted: whoever has it gives it back. */
  const acquire = (user: string, restore: Restore) =>
    Effect.suspend(() => {
      if (!isTaken) {
        isTaken = true
        return Effect.void
      }
      let isOurs = false
      const wait = Effect.async<void>((resume) => {
        const next = (): void => {
          isOurs = true
          resume(Effect.void)
        }
        waiting.offer(user, next)
        return Effect.sync(() => waiting.remove(user, next))
      })
      return Effect.onInterrupt(restore(wait), () => (isOurs ? release : Effect.void))
    })
  return {
    take: (user) => Effect.uninterruptibleMask((restore) => acquire(user, restore)),
    release,
    within: (user) => (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(acquire(user, restore), Effect.ensuring(restore(effect), release))
      )
  }
}
