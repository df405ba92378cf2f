import { limits } from "../../domain/Limits.ts"
import * as RateLimit from "./RateLimit.ts"

/**
 * Returns the limit of the refused tokens of a network: 300 a minute. Nothing is limited unless `isLimited`. Tokens are
 * verified even beyond the limit, because a valid one is accepted whatever came before it. The refusal of the limit is
 * sent instead of that of the token.
 */
export const make = (isLimited: boolean): RateLimit.RateLimit =>
  RateLimit.make(isLimited ? limits.refusedTokens.most : 0, limits.refusedTokens)
