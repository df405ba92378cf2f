import type * as Effect from "effect/Effect"
import type { TooManyRequests } from "../../domain/Errors.ts"
import * as RateLimit from "./RateLimit.ts"

/** Refused tokens of one address (contract section 12). */
const mostPerMinute = 300

/**
 * Counts the refused tokens of each network; without `isLimited` all pass. A token is verified all the same, for a good
 * one passes whatever came before it.
 *
 * Fails: `TooManyRequests` beyond 300 a minute, which is told in place of the refusal.
 */
export const make = (isLimited: boolean): ((network: string) => Effect.Effect<void, TooManyRequests>) =>
  RateLimit.make(isLimited ? mostPerMinute : 0, "refused tokens")
