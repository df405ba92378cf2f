import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { OperationId } from "../../domain/Identifier.ts"
import type { OperationCommand } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore, type BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { operationInput } from "../common/BlobKeys.ts"
import * as OperationInput from "./OperationInput.ts"

/** The command of an operation and its input, which is stored under a key that only it reads. */
interface Started<E> {
  /** Writes the input and returns its size in bytes. */
  readonly keep: (blob: string) => Effect.Effect<number, E>
  readonly command: (blob: string) => OperationCommand
}

/** Starts operations on existing models. */
export class OperationStart extends Effect.Service<OperationStart>()("application/OperationStart", {
  effect: Effect.gen(function* () {
    const operations = yield* OperationRepository
    const queue = yield* OperationQueue
    const blobs = yield* BlobStore
    const { reach } = yield* FaultPoints

    /**
     * Returns the commit of an operation; if it is not committed, its input is removed. Fails with `TooManyRequests` if
     * the user may not start another operation.
     */
    const prepare = fn("OperationStart.prepare")(function* <E = BlobStoreUnavailable>(
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      { command, keep }: Started<E>
    ) {
      yield* operations.admit(userId)
      const operationId = crypto.randomUUID() as OperationId
      const place = { operationId, projectId: project.projectId, modelId: model.modelId }
      let isWanted = false
      yield* Effect.addFinalizer((exit) => {
        if (!isWanted) return OperationInput.forget(blobs, place)
        return Exit.isSuccess(exit) ? Effect.zipRight(reach("operation.committed"), queue.wake) : Effect.void
      })
      const blob = operationInput(project.projectId, model.modelId, operationId)
      const inputBytes = yield* keep(blob)
      yield* reach("view.kept")
      const started = operations.start({ ...place, startedBy: userId, inputBytes, command: command(blob) })
      const commit = Effect.suspend(() => {
        isWanted = true
        return started
      }).pipe(Effect.tapError(({ _tag }) => Effect.sync(() => (isWanted = _tag === "OutcomeUnknown"))))
      return { commit }
    })

    return { prepare }
  })
}) {}
