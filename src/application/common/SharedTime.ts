import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { StorageTime } from "../../ports/StorageTime.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"

/** How often this machine's clock is compared with that of the storage. */
const every = "15 seconds"

/**
 * The time by the clock of the storage, for what one process dates and another one judges: on a machine whose clock is
 * wrong nothing of it ends too early or lives too long. Between two looks this machine's clock goes on by itself; where
 * the storage does not answer, the last look counts.
 */
export class SharedTime extends Effect.Service<SharedTime>()("application/SharedTime", {
  scoped: Effect.gen(function* () {
    const { read } = yield* StorageTime
    let ahead = 0
    const look = Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const at = yield* read
      const after = yield* Clock.currentTimeMillis
      // What cannot be told from no difference is none: a storage of this machine has its clock.
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
