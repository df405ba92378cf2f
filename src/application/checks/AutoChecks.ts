import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { CheckRepository, type DueCheck } from "../../ports/requirements/CheckRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { operationInput } from "../common/BlobKeys.ts"

/** Starts the automatic checks of new public versions. */
export class AutoChecks extends Effect.Service<AutoChecks>()("application/AutoChecks", {
  effect: Effect.gen(function* () {
    const checks = yield* CheckRepository
    const queue = yield* OperationQueue

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

    /** Starts all checks that are due. One that cannot be started holds up no other, and is tried again next time. */
    const startDue = fn("AutoChecks.startDue")(function* () {
      let hasStarted = false
      for (let due = yield* checks.firstDue(null); Option.isSome(due); due = yield* checks.firstDue(due.value)) {
        if (yield* startOne(due.value)) hasStarted = true
      }
      if (hasStarted) yield* queue.wake
    })

    return { startDue: startDue() }
  })
}) {}
