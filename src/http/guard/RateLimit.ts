import { TooManyRequests } from "../../domain/Errors.ts"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"

interface Bucket {
  tokens: number
  filledAt: number
}

/** The most callers that are remembered. Beyond that, the one that has been silent longest is forgotten. */
const mostCallers = 100_000

/** Counts a request of a caller at a time in milliseconds. Returns the refusal, or null if the request is allowed. */
export type RateLimit = (caller: string, nowMillis: number) => TooManyRequests | null

/**
 * Returns a rate limit (a token bucket): each caller (a user, a network) may make `perMinute` requests a minute, at
 * once or spread. `perMinute` 0 means no limit. `limit` is the one that callers are told. The refusal holds
 * the seconds until the next request is allowed.
 */
export const make = (perMinute: number, limit: Limit = limits.requests): RateLimit => {
  if (perMinute === 0) return () => null
  const buckets = new Map<string, Bucket>()
  const perMilli = perMinute / 60_000
  return (caller, now) => {
    const bucket = buckets.get(caller) ?? { tokens: perMinute, filledAt: now }
    // Moved to the end of the map, so that the first caller in it is the one that has been silent longest.
    if (!buckets.delete(caller) && buckets.size >= mostCallers) buckets.delete(buckets.keys().next().value!)
    buckets.set(caller, bucket)
    bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.filledAt) * perMilli)
    bucket.filledAt = now
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return null
    }
    return new TooManyRequests({
      details: sentenceOf(limit, perMinute),
      retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perMilli / 1000)
    })
  }
}
