import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as FairLock from "./FairLock.ts"

/** Locks by name. A name that nobody holds or waits for takes no memory. */
export interface NamedLocks {
  /** Waits for the lock of the name and holds it until the scope closes. */
  readonly hold: (name: string) => Effect.Effect<void, never, Scope.Scope>
}

export const make = (): NamedLocks => {
  const locks = new Map<string, { readonly lock: FairLock.FairLock; wanted: number }>()
  const want = (name: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const own = locks.getOrInsertComputed(name, () => ({ lock: FairLock.make(), wanted: 0 }))
        own.wanted++
        return own
      }),
      (own) =>
        Effect.sync(() => {
          if (--own.wanted === 0) locks.delete(name)
        })
    )
  return { hold: (name) => Effect.flatMap(want(name), ({ lock }) => lock.hold("")) }
}
