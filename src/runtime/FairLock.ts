import { Effect } from "effect"

/** Something that one fiber has at a time, and others get in the order in which they asked. */
export interface FairLock {
  /** Waits until it is ours. Whoever is interrupted while waiting has not got it. */
  readonly take: Effect.Effect<void>
  /** Hands it to who has waited longest. */
  readonly release: Effect.Effect<void>
  /** Runs the effect while we have it. */
  readonly within: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Effect's semaphore lets the fiber that gives a permit back take it again before those that wait: one that does so in
 * a loop keeps all others waiting.
 */
export const make = (): FairLock => {
  const waiting = new Set<() => void>()
  let isTaken = false

  const pass = (): void => {
    const [next] = waiting
    if (next === undefined) isTaken = false
    else {
      waiting.delete(next)
      next()
    }
  }
  const release = Effect.sync(pass)
  const take = Effect.suspend(() => {
    if (!isTaken) {
      isTaken = true
      return Effect.void
    }
    let isOurs = false
    return Effect.async<void>((resume) => {
      const next = (): void => {
        isOurs = true
        resume(Effect.void)
      }
      waiting.add(next)
      return Effect.sync(() => void waiting.delete(next))
    }).pipe(Effect.onInterrupt(() => (isOurs ? release : Effect.void)))
  })
  return {
    take,
    release,
    within: (effect) =>
      Effect.uninterruptibleMask((restore) => Effect.zipRight(restore(take), Effect.ensuring(restore(effect), release)))
  }
}
