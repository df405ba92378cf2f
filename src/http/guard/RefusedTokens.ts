import type { Effect } from "effect"
import type { TooManyRequests } from "../../domain/Errors.ts"
import { networkOf } from "./Client.ts"
import * as RateLimit from "./RateLimit.ts"

/** Refused tokens and failed sign-ins of one address (contract section 12): who guesses is slowed down. */
const mostPerMinute = 300

/**
 * Counts a refused token or a failed sign-in of an address; without `isLimited` all pass.
 *
 * Fails: `TooManyRequests` where there were too many: it is told in place of the refusal.
 */
export const make = (isLimited: boolean): ((address: string | null) => Effect.Effect<void, TooManyRequests>) => {
  const limit = RateLimit.make(isLimited ? mostPerMinute : 0, "refused tokens or failed sign-ins")
  return (address) => limit(networkOf(address ?? ""))
}
