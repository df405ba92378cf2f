import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { StorageTime } from "../../ports/StorageTime.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"

/** Interval at which this machine's clock is compared with the storage's. */
const every = "15 seconds"

/**
 * The time by the storage's clock, for timestamps that one process sets and another one checks: even if a machine's
 * clock is wrong, nothing expires too early or too late. Between two comparisons this machine's clock is used with the
 * last known offset, which also stays in use if the storage does not answer.
 */
export class SharedTime extends Effect.Service<SharedTime>()("application/SharedTime", {
  scoped: Effect.gen(function* () {
    const { read } = yield* StorageTime
    let ahead = 0
    const look = Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const at = yield* read
      const after = yield* Clock.currentTimeMillis
      // A difference within the precision of the measurement counts as none: a storage on this machine shares its
      // clock.
      ahead = at >= before - 1 && at <= after + 1 ? 0 : Math.round(at - (before + after) / 2)
    })
    yield* look
    yield* Effect.ignore(look).pipe(
      withoutContext,
      Effect.delay(every),
      Effect.repeat(Schedule.forever),
      Effect.forkScoped
    )
    return {
      /** In milliseconds since 1970. */
      now: Effect.map(Clock.currentTimeMillis, (here) => here + ahead)
    }
  })
}) {}
