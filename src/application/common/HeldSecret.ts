import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"

/** What an operator changes by a command is in force here this much later, in seconds. */
export const lookSeconds = 15

/** How often something that none of the secrets signed may have them looked at, in milliseconds. */
const mostLooksMillis = 1000

/**
 * The secrets of a name that hold at the moment, the one in use first; looked at anew every 15 seconds, and by
 * `lookSoon` unless that was done within a second. Where the storage does not answer they stay what they were.
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
