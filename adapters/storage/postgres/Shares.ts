import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** What one owner has of something that there is little of. */
interface Share {
  readonly semaphore: Effect.Semaphore
  /** Who has some of it, or waits for it. */
  users: number
}

/** Shares of as much for each owner; more waits until some is given back. */
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

  /** Takes one of the owner's, until the scope closes. */
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
