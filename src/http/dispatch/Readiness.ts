import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Authenticator } from "../../ports/signin/Authenticator.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { StorageHealth } from "../../ports/StorageHealth.ts"
import { whileOthersWait } from "../../runtime/FairScheduler.ts"
import { Draining } from "./Draining.ts"

/** How long a result is reused, because anyone may ask for it and checking the blobs waits for the disk. */
const freshFor = "1 second"

const verdict = (check: Effect.Effect<void, { readonly reason: string }>) =>
  Effect.map(
    Effect.either(Effect.timeoutFail(check, { duration: "2 seconds", onTimeout: () => ({ reason: "no answer" }) })),
    Either.match({ onLeft: () => "unavailable", onRight: () => "ok" })
  )

/** Returns the effect that checks whether the parts of the service answer. */
export const make = Effect.gen(function* () {
  const storage = yield* StorageHealth
  const blobs = yield* BlobStore
  const queue = yield* OperationQueue
  const authenticator = yield* Authenticator
  const { isDraining } = yield* Draining
  // The check runs in its own fiber, because the client that started it may disconnect while others wait for it.
  const checking = yield* Effect.cachedWithTTL(
    Effect.forkIn(
      Effect.all(
        {
          storage: verdict(storage.check),
          blobs: verdict(blobs.check),
          queue: verdict(queue.check),
          tokens: verdict(authenticator.check)
        },
        { concurrency: "unbounded" }
      ).pipe(whileOthersWait),
      yield* Effect.scope
    ),
    freshFor
  )
  return Effect.gen(function* () {
    const checks: Record<string, string> = {
      ...(yield* Effect.flatMap(Effect.uninterruptible(checking), Fiber.join))
    }
    if (isDraining()) checks["service"] = "stopping"
    const isReady = Object.values(checks).every((check) => check === "ok")
    return { status: isReady ? ("ready" as const) : ("unavailable" as const), checks }
  })
})
