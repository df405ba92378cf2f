import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TooManyRequests } from "../../domain/Errors.ts"

interface Bucket {
  tokens: number
  filledAt: number
}

/** Callers beyond this many are forgotten, those that have been silent longest first. */
const mostCallers = 100_000

/**
 * Lets each caller (a user, an address) have `perMinute` requests, or `things`, a minute, all at once or spread (a token
 * bucket); 0 lets everything pass.
 *
 * Fails: `TooManyRequests` with the seconds until the next is let through.
 */
export const make = (
  perMinute: number,
  things = "requests"
): ((caller: string) => Effect.Effect<void, TooManyRequests>) => {
  if (perMinute === 0) return () => Effect.void
  const buckets = new Map<string, Bucket>()
  const perMilli = perMinute / 60_000
  return (caller) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const bucket = buckets.get(caller) ?? { tokens: perMinute, filledAt: now }
      // Put last again: who comes first in the map has been silent longest.
      if (!buckets.delete(caller) && buckets.size >= mostCallers) buckets.delete(buckets.keys().next().value!)
      buckets.set(caller, bucket)
      bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.filledAt) * perMilli)
      bucket.filledAt = now
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return Effect.void
      }
      return new TooManyRequests({
        details: `More than ${perMinute} ${things} a minute.`,
        retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perMilli / 1000)
      })
    })
}
