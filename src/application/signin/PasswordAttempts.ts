import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TooManyRequests } from "../../domain/Errors.ts"

/** Wrong passwords of a user or an address, within this time in milliseconds (contract section 4). */
const mostWrong = 10
const windowMillis = 600_000
/** Users and addresses beyond this many are forgotten, those that have been silent longest first. */
const mostKeys = 100_000

/** A password that is about to be tried. */
export interface Attempt {
  /** It was right: it counts no more. */
  readonly forgive: () => void
}

/** Counts wrong passwords by keys: a user, an address. */
export const make = () => {
  const tries = new Map<string, Array<number>>()

  /** When the keys were tried within the window, the one that was tried first at the front. */
  const recent = (key: string, now: number): Array<number> => {
    const times = (tries.get(key) ?? []).filter((at) => at <= now && at > now - windowMillis)
    // Put last again: who comes first in the map has been silent longest.
    if (!tries.delete(key) && tries.size >= mostKeys) tries.delete(tries.keys().next().value!)
    if (times.length > 0) tries.set(key, times)
    return times
  }

  /**
   * Counts a password as wrong before it is tried, so that many at once are no more than one after the other.
   * Fails: `TooManyRequests` where ten of a key were wrong within ten minutes, the right one too.
   */
  const begin = (keys: ReadonlyArray<string>): Effect.Effect<Attempt, TooManyRequests> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const counted = keys.map((key) => [key, recent(key, now)] as const)
      const full = counted.flatMap(([, times]) => (times.length >= mostWrong ? [times[times.length - mostWrong]!] : []))
      if (full.length > 0) {
        return new TooManyRequests({
          details: `More than ${mostWrong} wrong passwords in ${windowMillis / 60_000} minutes.`,
          retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...full) + windowMillis - now) / 1000))
        })
      }
      for (const [key, times] of counted) tries.set(key, [...times, now])
      return Effect.succeed({
        forgive: () => {
          for (const key of keys) {
            const times = tries.get(key) ?? []
            const at = times.lastIndexOf(now)
            if (at >= 0) tries.set(key, times.toSpliced(at, 1))
          }
        }
      })
    })

  return { begin, size: () => tries.size }
}
