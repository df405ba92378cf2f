import * as Effect from "effect/Effect"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { CheckRepository } from "../../ports/requirements/CheckRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { operationInput } from "../common/BlobKeys.ts"

/** Starts the automatic checks of new public versions. */
export class AutoChecks extends Effect.Service<AutoChecks>()("application/AutoChecks", {
  effect: Effect.gen(function* () {
    const checks = yield* CheckRepository
    const queue = yield* OperationQueue

    const startOne = checks.startDue(({ modelId, operationId, projectId }) =>
      operationInput(projectId, modelId, operationId)
    )

    /** Starts all checks that are due. */
    const startDue = fn("AutoChecks.startDue")(function* () {
      let hasStarted = false
      while (yield* startOne) hasStarted = true
      if (hasStarted) yield* queue.wake
    })

    return { startDue: startDue() }
  })
}) {}
