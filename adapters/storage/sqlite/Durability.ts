import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as SharedRuns from "../../../src/runtime/SharedRuns.ts"

type Lost = SqlError.SqlError

/** Whether what was committed would survive a power cut. */
export interface Durability {
  /** Told of each commit. */
  readonly committed: () => void
  /**
   * Waits until all that has been committed is on the disk, whoever did. Fails where the disk does not take it: then it
   * is not known whether it is kept.
   */
  readonly flush: Effect.Effect<void, Lost>
  /** Fails once the disk has refused what was committed: what is read then may be gone after the next start. */
  readonly sound: Effect.Effect<void, Lost>
  /**
   * Runs an effect that has the turn to write, hands the turn on, and waits until what it has committed, and what it has
   * seen of others, is on the disk.
   *
   * @param fail makes of the failure of `flush` one of the effect
   */
  readonly within: <E2>(
    turn: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
    fail: (error: Lost) => Effect.Effect<never, E2>
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | E2, R>
}

/**
 * Commits that come while the disk is busy wait together for the next time that it is asked.
 *
 * @param sync brings all that has been committed to the disk
 * @param isLoss whether its failure means that what it should have brought may be lost: it is not tried again
 */
export const make = (sync: Effect.Effect<void, Lost>, isLoss: (error: Lost) => boolean): Durability => {
  const syncs = SharedRuns.make<void, Lost>()
  let [commits, synced] = [0, 0]
  let loss: Lost | null = null
  const sound = Effect.suspend(() => loss ?? Effect.void)
  const syncAll = Effect.suspend(() => {
    // What was asked of the disk before it was waited for is there by now.
    if (commits === synced) return Effect.void
    const upTo = commits
    return Effect.map(sync, () => void (synced = upTo))
  })
  const once = Effect.zipRight(
    sound,
    Effect.tapError(syncAll, (error) => Effect.sync(() => (loss = isLoss(error) ? error : null)))
  )
  const flush = Effect.suspend(() => (commits === synced ? Effect.void : syncs.run("", once)))
  return {
    sound,
    flush,
    committed: () => (commits += 1),
    within: (turn, fail) => (effect) => Effect.zipLeft(turn(effect), Effect.catchAll(flush, fail))
  }
}

/** Nothing is lost but with the machine, and then all of it. */
export const none: Durability = {
  sound: Effect.void,
  flush: Effect.void,
  committed: () => {},
  within: (turn) => turn
}
