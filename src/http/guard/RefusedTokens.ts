import type * as Effect from "effect/Effect"
import type { TooManyRequests } from "../../domain/Errors.ts"
import { limits } from "../../domain/Limits.ts"
import * as RateLimit from "./RateLimit.ts"

/**
 * Returns an effect that counts a refused token of a network. Nothing is limited unless `isLimited`. Tokens are
 * verified even beyond the limit, because a valid one is accepted whatever came before it.
 *
 * Fails with `TooManyRequests` beyond 300 a minute; the caller gets this instead of the refusal.
 */
export const make = (isLimited: boolean): ((network: string) => Effect.Effect<void, TooManyRequests>) =>
  RateLimit.make(isLimited ? limits.refusedTokens.most : 0, limits.refusedTokens)
