import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as SingleFlight from "../../runtime/SingleFlight.ts"

interface Entry<A> {
  version: string
  readonly value: A
  readonly bytes: number
}

interface Options<A> {
  readonly mostBytes: number
  /** Memory that a value takes, in bytes. */
  readonly bytesOf: (value: A) => number
}

/** A cache of the latest version of something for each key; evicts the least recently used entries. */
export interface LatestCache<A, E> {
  /**
   * Returns the cached value of the version, or makes it once for all who wait for it, even if the first caller is
   * interrupted. Failures are not cached.
   *
   * @param still returns whether the value of the cached version is also valid for the requested one
   */
  readonly get: (
    key: string,
    version: string,
    make: Effect.Effect<A, E>,
    still?: (before: string, value: A) => boolean
  ) => Effect.Effect<A, E>
  /** Returns the value of the version if it is cached or being made. */
  readonly known: (key: string, version: string) => Effect.Effect<Option.Option<A>, E>
  /** Stores a version that was made elsewhere. */
  readonly put: (key: string, version: string, value: A) => void
  readonly bytesHeld: () => number
}

export const make = <A, E>({ bytesOf, mostBytes }: Options<A>): LatestCache<A, E> => {
  const entries = new Map<string, Entry<A>>()
  const makes = SingleFlight.make<A, E>()

  const bytesHeld = (): number => entries.values().reduce((sum, { bytes }) => sum + bytes, 0)

  const put = (key: string, version: string, value: A): void => {
    entries.delete(key)
    entries.set(key, { version, value, bytes: bytesOf(value) })
    let held = bytesHeld()
    for (const [oldest, { bytes }] of entries) {
      if (held <= mostBytes || oldest === key) return
      entries.delete(oldest)
      held -= bytes
    }
  }
  const runOf = (key: string, version: string) => JSON.stringify([key, version])

  return {
    bytesHeld,
    put,
    known: (key, version) =>
      Effect.suspend(() => {
        const entry = entries.get(key)
        if (entry?.version === version) return Effect.succeedSome(entry.value)
        const current = makes.current(runOf(key, version))
        return current === undefined ? Effect.succeedNone : Effect.asSome(current)
      }),
    get: (key, version, make, still) =>
      Effect.suspend(() => {
        const known = entries.get(key)
        if (known !== undefined) {
          if (known.version !== version && still?.(known.version, known.value) === true) known.version = version
          if (known.version === version) {
            entries.delete(key)
            entries.set(key, known)
            return Effect.succeed(known.value)
          }
        }
        // A version that was stored meanwhile is newer and stays.
        const keep = (value: A) => {
          if (entries.get(key) === known) put(key, version, value)
        }
        return makes.join(
          runOf(key, version),
          Effect.tap(make, (value) => Effect.sync(() => keep(value)))
        )
      })
  }
}
