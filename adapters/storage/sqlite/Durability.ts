import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as SingleFlight from "../../../src/runtime/SingleFlight.ts"

type Lost = SqlError.SqlError

/** Tracks whether committed data would survive a power cut. */
export interface Durability {
  /** Must be called after each commit, also after one that may have failed. */
  readonly committed: () => void
  /**
   * Waits until all committed data is on the disk, whoever committed it. Fails if the disk does not accept it; then it
   * is unknown whether the data is kept.
   */
  readonly flush: Effect.Effect<void, Lost>
  /** Fails once the disk has refused committed data: reads may then return data that is gone after the next start. */
  readonly sound: Effect.Effect<void, Lost>
  /**
   * Runs an effect that holds the write turn, passes the turn on, and waits until the data that the effect committed,
   * and the data of others that it read, is on the disk.
   *
   * @param fail converts a failure of `flush` into one of the effect
   */
  readonly within: <E2>(
    turn: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
    fail: (error: Lost) => Effect.Effect<never, E2>
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>
}

/**
 * Creates a `Durability`. Commits that arrive while the disk is busy share the next sync.
 *
 * @param sync brings all committed data to the disk
 * @param isLoss returns whether a failure of `sync` means that the data may be lost, in which case it is not retried
 */
export const make = (sync: Effect.Effect<void, Lost>, isLoss: (error: Lost) => boolean): Durability => {
  const syncs = SingleFlight.make<void, Lost>()
  let [commits, synced] = [0, 0]
  let loss: Lost | null = null
  const sound = Effect.suspend(() => loss ?? Effect.void)
  const syncAll = Effect.suspend(() => {
    // An earlier sync may have brought the data to the disk before this one started.
    if (commits === synced) return Effect.void
    const upTo = commits
    return Effect.map(sync, () => void (synced = upTo))
  })
  const once = Effect.zipRight(
    sound,
    Effect.tapError(syncAll, (error) => Effect.sync(() => (loss = isLoss(error) ? error : null)))
  )
  const flush = Effect.suspend(() => (commits === synced ? Effect.void : syncs.next("", once)))
  return {
    sound,
    flush,
    committed: () => (commits += 1),
    within: (turn, fail) => (effect) => Effect.zipLeft(turn(effect), Effect.catchAll(flush, fail))
  }
}

/** The durability of a database that never waits for the disk. */
export const none: Durability = {
  sound: Effect.void,
  flush: Effect.void,
  committed: () => {},
  within: (turn) => turn
}
