import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Turns from "./Turns.ts"

/** Something that one fiber has at a time. Of users who wait for it, whose last turn is longest ago comes first; of one user, who asked first. */
export interface FairLock {
  /** Waits until it is ours. Whoever is interrupted while waiting has not got it. */
  readonly take: (user: string) => Effect.Effect<void>
  /** Hands it to whose turn it is. */
  readonly release: Effect.Effect<void>
  /** Waits until it is ours, and hands it on when the scope closes. */
  readonly hold: (user: string) => Effect.Effect<void, never, Scope.Scope>
  /** Runs the effect while we have it. */
  readonly within: (user: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Requests and workers that wait for it are limited where they begin. */
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
