import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"

/** Seconds until a change that an operator makes by a command takes effect in this process. */
export const lookSeconds = 15

/** Minimum time between reloads that are caused by unknown signatures, in milliseconds. */
const mostLooksMillis = 1000

/**
 * Keeps the valid secrets of a name, the current one first. They are reloaded every 15 seconds, and by `lookSoon`
 * unless that was done within the last second. If the storage does not answer, they stay unchanged.
 */
export const heldSecret = (name: string) =>
  Effect.gen(function* () {
    const secrets = yield* SecretRepository
    let held = yield* secrets.holding(name)
    const look = Effect.ignore(Effect.map(secrets.holding(name), (found) => (held = found)))
    yield* look.pipe(withoutContext, Effect.repeat(Schedule.spaced(`${lookSeconds} seconds`)), Effect.forkScoped)
    let lookedAt = -Infinity
    const one = yield* Effect.makeSemaphore(1)
    const lookSoon = one.withPermits(1)(
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (now - lookedAt < mostLooksMillis) return Effect.void
        lookedAt = now
        return look
      })
    )
    return { current: () => held, lookSoon }
  })
