import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Option from "effect/Option"

interface Entry<A, E> {
  version: string
  readonly made: Deferred.Deferred<A, E>
  /** The value, once it has been made. */
  value?: A
  bytes: number
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
  const entries = new Map<string, Entry<A, E>>()

  const bytesHeld = (): number => entries.values().reduce((sum, { bytes }) => sum + bytes, 0)

  const letGo = (keep: string): void => {
    let held = bytesHeld()
    for (const [key, { bytes }] of entries) {
      if (held <= mostBytes) return
      if (key === keep || bytes === 0) continue
      entries.delete(key)
      held -= bytes
    }
  }

  const load = (key: string, entry: Entry<A, E>, make: Effect.Effect<A, E>) =>
    make.pipe(
      Effect.tap((value) =>
        Effect.sync(() => {
          entry.value = value
          entry.bytes = bytesOf(value)
          letGo(key)
        })
      ),
      Effect.onExit((exit) => {
        if (exit._tag === "Failure" && entries.get(key) === entry) entries.delete(key)
        return Deferred.done(entry.made, exit)
      }),
      Effect.uninterruptible
    )

  return {
    bytesHeld,
    known: (key, version) =>
      Effect.suspend(() => {
        const entry = entries.get(key)
        return entry?.version === version ? Effect.asSome(Deferred.await(entry.made)) : Effect.succeedNone
      }),
    put: (key, version, value) => {
      const made = Deferred.unsafeMake<A, E>(FiberId.none)
      Deferred.unsafeDone(made, Effect.succeed(value))
      entries.delete(key)
      entries.set(key, { version, made, value, bytes: bytesOf(value) })
      letGo(key)
    },
    get: (key, version, make, still) =>
      Effect.suspend(() => {
        const known = entries.get(key)
        entries.delete(key)
        if (known?.value !== undefined && still?.(known.version, known.value) === true) known.version = version
        if (known?.version === version) {
          entries.set(key, known)
          return Deferred.await(known.made)
        }
        const entry: Entry<A, E> = { version, made: Deferred.unsafeMake(FiberId.none), bytes: 0 }
        entries.set(key, entry)
        return load(key, entry, make)
      })
  }
}
