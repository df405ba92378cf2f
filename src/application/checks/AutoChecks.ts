import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { CheckRepository, type DueCheck } from "../../ports/requirements/CheckRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { operationInput } from "../common/BlobKeys.ts"
import { FailedAttempts } from "../common/FailedAttempts.ts"

/** Starts the automatic checks of new public versions. */
export class AutoChecks extends Effect.Service<AutoChecks>()("application/AutoChecks", {
  effect: Effect.gen(function* () {
    const checks = yield* CheckRepository
    const queue = yield* OperationQueue
    const failures = new FailedAttempts({ first: 10_000, longest: 600_000 })
    // This time never goes back.
    const now = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

    const startOne = (due: DueCheck) =>
      checks
        .startDue(due, ({ modelId, operationId, projectId }) => operationInput(projectId, modelId, operationId))
        .pipe(
          Effect.as(true),
          Effect.catchAllCause((cause) =>
            Effect.logWarning("An automatic check was not started this time", cause).pipe(
              Effect.annotateLogs({ ...due }),
              Effect.as(false)
            )
          )
        )

    /**
     * Starts all checks that are due. One that cannot be started holds up no other, and is tried again after pauses that
     * grow, also if its document or the version changes meanwhile.
     */
    const startDue = fn("AutoChecks.startDue")(function* () {
      let hasStarted = false
      for (let due = yield* checks.firstDue(null); Option.isSome(due); due = yield* checks.firstDue(due.value)) {
        const key = `${due.value.modelId} ${due.value.requirementsId}`
        if (!failures.mayTry(key, "", yield* now)) continue
        if (yield* startOne(due.value)) {
          hasStarted = true
          failures.succeeded(key)
        } else failures.failed(key, "", yield* now)
      }
      if (hasStarted) yield* queue.wake
    })

    return { startDue: startDue() }
  })
}) {}
