import { Effect, Schedule } from "effect"
import { SecretRepository } from "../ports/SecretRepository.ts"
import { withoutContext } from "../ports/WithoutContext.ts"

/** What an operator changes by a command is in force here this much later, in seconds. */
export const lookSeconds = 15

/**
 * The secrets of a name that hold at the moment, the one in use first; looked at anew every 15 seconds. Where the
 * storage does not answer they stay what they were.
 */
export const heldSecret = (name: string) =>
  Effect.gen(function* () {
    const secrets = yield* SecretRepository
    let held = yield* secrets.holding(name)
    const look = Effect.ignore(Effect.map(secrets.holding(name), (found) => (held = found)))
    yield* look.pipe(withoutContext, Effect.repeat(Schedule.spaced(`${lookSeconds} seconds`)), Effect.forkScoped)
    return () => held
  })
