import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TooManyRequests } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"

const mostWrong = limits.wrongPasswords.most
/** Time for which a wrong password counts. */
const windowMillis = 600_000
/** Maximum number of users and addresses tracked; beyond it the least recently active ones are forgotten. */
const mostKeys = 100_000

export interface Attempt {
  /** Withdraws the count because the password was right or was not tried. */
  readonly forgive: () => void
}

/** Counts wrong passwords by key: a user or an address. */
export const make = () => {
  const tries = new Map<string, Array<number>>()

  /** Returns the times of the attempts of a key within the window, the earliest first. */
  const recent = (key: string, now: number): Array<number> => {
    const times = (tries.get(key) ?? []).filter((at) => at <= now && at > now - windowMillis)
    // Insert the key at the end again: the first key of the map has been inactive longest.
    if (!tries.delete(key) && tries.size >= mostKeys) tries.delete(tries.keys().next().value!)
    if (times.length > 0) tries.set(key, times)
    return times
  }

  /**
   * Counts a password as wrong before it is tried, so that concurrent attempts gain nothing over sequential ones. Fails
   * with `TooManyRequests` if ten passwords of a key were wrong within ten minutes, even if this one is right.
   */
  const begin = (keys: ReadonlyArray<string>): Effect.Effect<Attempt, TooManyRequests> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const counted = keys.map((key) => [key, recent(key, now)] as const)
      const full = counted.flatMap(([, times]) => (times.length >= mostWrong ? [times[times.length - mostWrong]!] : []))
      if (full.length > 0) {
        return new TooManyRequests({
          details: sentenceOf(limits.wrongPasswords),
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
