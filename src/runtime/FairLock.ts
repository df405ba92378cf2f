import { Effect } from "effect"

/**
 * Something that one fiber has at a time. Of the users who wait for it the one goes first who has had it for the
 * shortest time: who asks for little waits for no more than the one who has it. Of one user, who asked first is first.
 */
export interface FairLock {
  /** Waits until it is ours. Whoever is interrupted while waiting has not got it. */
  readonly take: (user: string) => Effect.Effect<void>
  /** Hands it to whose turn it is. */
  readonly release: Effect.Effect<void>
  /** Runs the effect while we have it. */
  readonly within: (user: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Waiting {
  /** Milliseconds on the clock of turns at which the user is due: what a user has had, and no credit for not asking. */
  due: number
  readonly next: Set<() => void>
}

/**
 * Effect's semaphore lets the fiber that gives a permit back take it again before those that wait: one that does so in
 * a loop keeps all others waiting.
 *
 * Turns by the time that they took are start-time fair queueing (Goyal, Vin and Cheng, 1996).
 *
 * @param now the clock, in milliseconds
 */
export const make = (now: () => number = () => performance.now()): FairLock => {
  const users = new Map<string, Waiting>()
  /** When whoever has it was due, and since when it is theirs; null: nobody has it. */
  let holder: { readonly user: Waiting; readonly since: number } | null = null
  let clock = 0

  const userOf = (name: string): Waiting => {
    let user = users.get(name)
    if (user === undefined) users.set(name, (user = { due: clock, next: new Set() }))
    return user
  }

  const begin = (user: Waiting): void => {
    clock = user.due = Math.max(clock, user.due)
    holder = { user, since: now() }
  }

  const release = Effect.sync(() => {
    const { since, user } = holder!
    user.due += now() - since
    holder = null
    let first: Waiting | null = null
    for (const [name, waiting] of users) {
      if (waiting.next.size > 0) {
        if (first === null || waiting.due < first.due) first = waiting
      } else if (waiting.due <= clock) users.delete(name)
    }
    if (first === null) return
    begin(first)
    const [next] = first.next
    first.next.delete(next!)
    next!()
  })

  type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Nothing but the wait can be interrupted: whoever has it gives it back. */
  const acquire = (name: string, restore: Restore) =>
    Effect.suspend(() => {
      const user = userOf(name)
      if (user.next.size === 0) user.due = Math.max(clock, user.due)
      if (holder === null) {
        begin(user)
        return Effect.void
      }
      let isOurs = false
      const wait = Effect.async<void>((resume) => {
        const next = (): void => {
          isOurs = true
          resume(Effect.void)
        }
        user.next.add(next)
        return Effect.sync(() => user.next.delete(next))
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
