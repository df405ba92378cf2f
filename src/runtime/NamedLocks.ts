import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as FairLock from "./FairLock.ts"

/** A lock for each name that somebody asks for; nothing is kept of a name that nobody has or waits for. */
export interface NamedLocks {
  /** Waits until the lock of the name is ours, and has it until the scope closes. */
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
