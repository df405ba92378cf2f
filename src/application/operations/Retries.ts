import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Forbidden, InvalidParameter, UploadNotFound } from "../../domain/Errors.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import { type ImportModel, isNewFile, type Operation } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import { modelRoleReaches } from "../../domain/projects/Role.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { uploadedFile } from "../common/BlobKeys.ts"
import { Operations } from "./Operations.ts"

const fileIsGone = () => new UploadNotFound({ details: "The file of this import is no longer kept. Upload it again." })

/** Starts failed imports again (contract section 20). */
export class Retries extends Effect.Service<Retries>()("application/Retries", {
  effect: Effect.gen(function* () {
    const { read, standing } = yield* Operations
    const operations = yield* OperationRepository
    const queue = yield* OperationQueue
    const blobs = yield* BlobStore
    const space = yield* FreeSpace

    /** Fails with `Forbidden` unless the user may start the import again. */
    const demandRight = fn("Retries.demandRight")(function* (
      userId: UserId,
      operation: Operation,
      command: ImportModel
    ) {
      const { model, ownsProject } = yield* standing(userId, operation)
      const isModeler = model !== null && modelRoleReaches(model.role, "Modeler")
      // The starter of a new file may have lost the role that importing it needs.
      const may = ownsProject || (isNewFile(command) ? isModeler : operation.startedBy === userId)
      if (!may) {
        const details = isNewFile(command)
          ? "Importing a file for this model needs the role Modeler on it."
          : "Only its starter and Owners of the project may try an import again."
        return yield* new Forbidden({ details, projectId: operation.projectId })
      }
    })

    /** Copies the file of an import, which is removed if the import does not start. */
    const copied = fn("Retries.copied")(function* (from: string, to: string, isWanted: () => boolean) {
      const info = yield* Effect.flatMap(blobs.info(from), Effect.mapError(fileIsGone))
      yield* Effect.acquireRelease(
        Effect.interruptible(blobs.copy(from, to, info.version)).pipe(Effect.catchTag("BlobNotFound", fileIsGone)),
        (_, exit) => {
          if (!isWanted()) return Effect.ignoreLogged(blobs.remove(to))
          return Exit.isSuccess(exit) ? queue.wake : Effect.void
        }
      )
    })

    /**
     * Returns a failed import that the user may start again, with its command.
     *
     * Fails with `OperationNotFound` if the user may not see the operation, `InvalidParameter` if it is no failed
     * import, and `Forbidden` if the user may not start it.
     */
    const find = fn("Retries.find")(function* (userId: UserId, operationId: OperationId) {
      const operation = yield* read(userId, operationId)
      const command = yield* operations.importOf(operationId)
      if (Option.isNone(command)) return yield* new InvalidParameter({ details: "Only imports can be started again." })
      yield* demandRight(userId, operation, command.value)
      if (operation.status !== "Failed") {
        return yield* new InvalidParameter({
          details: `The import is ${operation.status}; only a failed import can be started again.`
        })
      }
      return { operation, command: command.value }
    })

    /**
     * Returns the commit of a new operation that runs the command of a failed import again, on a copy of its file.
     *
     * Fails as `find` and `OperationRepository.retry`, with `UploadNotFound` if the file was removed, and with
     * `StorageUnavailable` if there is no room.
     */
    const prepare = fn("Retries.prepare")(function* (userId: UserId, failed: OperationId) {
      const { command, operation } = yield* find(userId, failed)
      const { modelId, projectId } = operation
      yield* space.demand
      yield* operations.admit(userId)
      const operationId = crypto.randomUUID() as OperationId
      const file = uploadedFile(projectId, operationId)
      let isWanted = false
      yield* copied(command.file, file, () => isWanted)
      const retried = {
        operationId,
        projectId,
        modelId,
        startedBy: userId,
        inputBytes: 0,
        command: { ...command, file }
      }
      return Effect.suspend(() => {
        isWanted = true
        return operations.retry(retried, failed)
      }).pipe(Effect.tapError(({ _tag }) => Effect.sync(() => (isWanted = _tag === "OutcomeUnknown"))))
    })

    return { prepare }
  })
}) {}
