import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Option from "effect/Option"

interface Entry<A, E> {
  version: string
  readonly made: Deferred.Deferred<A, E>
  /** Where it has been made. */
  value?: A
  bytes: number
}

interface Options<A> {
  readonly mostBytes: number
  /** What it takes of the memory. */
  readonly bytesOf: (value: A) => number
}

/** The latest version of something for each key, the least recently used let go. */
export interface LatestCache<A, E> {
  /**
   * What there is of the version; else it is made, for all who wait for it: whoever came first may go away. A failure
   * is not kept.
   *
   * @param still whether what was made of the version before is that of this one, too
   */
  readonly get: (
    key: string,
    version: string,
    make: Effect.Effect<A, E>,
    still?: (before: string, value: A) => boolean
  ) => Effect.Effect<A, E>
  /** What there is of the version, where that has been made. */
  readonly known: (key: string, version: string) => Effect.Effect<Option.Option<A>, E>
  /** A version that is made elsewhere. */
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
