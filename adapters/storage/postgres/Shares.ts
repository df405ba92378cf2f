import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The share of one owner in a scarce resource. */
interface Share {
  readonly semaphore: Effect.Semaphore
  /** The number of holders and waiters. */
  users: number
}

/** Creates shares of `most` units for each owner. A caller that wants more waits until a unit is released. */
export const make = (most: number) => {
  const shares = new Map<string, Share>()

  const enter = (owner: string) =>
    Effect.sync(() => {
      const share = shares.get(owner) ?? { semaphore: Effect.unsafeMakeSemaphore(most), users: 0 }
      shares.set(owner, share)
      share.users += 1
      return share
    })

  const leave = (owner: string, share: Share) =>
    Effect.sync(() => {
      share.users -= 1
      if (share.users === 0) shares.delete(owner)
    })

  /** Takes a unit of the owner's share until the scope closes. */
  const take = (owner: string): Effect.Effect<void, never, Scope.Scope> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { semaphore } = yield* Effect.acquireRelease(enter(owner), (share) => leave(owner, share))
        yield* restore(semaphore.take(1))
        yield* Effect.addFinalizer(() => semaphore.release(1))
      })
    )

  return { take, owners: () => shares.size }
}
