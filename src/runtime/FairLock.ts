import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Turns from "./Turns.ts"

/**
 * A lock that one fiber holds at a time. Of the waiting users, the one whose last turn is longest ago goes first; the
 * requests of one user are served in order.
 */
export interface FairLock {
  /** Waits for the lock. A fiber that is interrupted while waiting does not hold it. */
  readonly take: (user: string) => Effect.Effect<void>
  /** Hands the lock to the next waiting fiber. */
  readonly release: Effect.Effect<void>
  /** Waits for the lock and releases it when the scope closes. */
  readonly hold: (user: string) => Effect.Effect<void, never, Scope.Scope>
  /** Runs the effect while holding the lock. */
  readonly within: (user: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Makes a lock whose queue has no limits: requests and workers are limited where they begin. */
export const make = (): FairLock => {
  const turns = Turns.make({ places: 1, ofUser: Infinity, inAll: Infinity })
  return {
    take: (user) => Effect.asVoid(turns.take(user)),
    release: turns.release,
    hold: (user) => Effect.asVoid(turns.hold(user)),
    within: (user) =>
      turns.within(user, (): never => {
        throw new Error("a queue without limits is full")
      })
  }
}
