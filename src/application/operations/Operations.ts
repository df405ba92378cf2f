import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Forbidden, OperationFailed, OperationNotReady } from "../../domain/Errors.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import { isPublicKind, type Operation, type OperationKind } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import { modelRoleReaches } from "../../domain/projects/Role.ts"
import { missing } from "../../domain/Missing.ts"
import { AccessRepository, type ModelAccess, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import type { Page } from "../../ports/Stored.ts"
import { fn } from "../../runtime/Span.ts"
import { reportOfCancel } from "../common/BlobKeys.ts"
import * as OperationInput from "./OperationInput.ts"
import * as FailureReport from "./FailureReport.ts"

const cancelled = { error: "Cancelled", errorDetails: "The operation was cancelled." }

/**
 * Returns whether everyone who may see the model may see the operation: imports, exports and automatic checks, but not
 * calculations and checks that a user started, which reveal unpublished changes.
 */
const isShared = ({ isAutomatic, kind }: Operation): boolean =>
  kind === "ImportIfc" || kind === "ExportIfc" || isAutomatic

/**
 * Returns whether only the starter and the project's Owners may see the operation, because its model is gone or its
 * import failed. Modelers see failed imports of new files too, because they can try them again.
 */
const hasFailed = ({ kind, status }: Operation, model: ModelAccess | null): boolean =>
  model === null ||
  (kind === "ImportIfc" && status === "Failed" && !(model.state === "Ready" && modelRoleReaches(model.role, "Modeler")))

/** Asynchronous operations as callers see them. */
export class Operations extends Effect.Service<Operations>()("application/Operations", {
  effect: Effect.gen(function* () {
    const operations = yield* OperationRepository
    const access = yield* AccessRepository
    const blobs = yield* BlobStore

    /** Returns the caller's role on the model of an operation, and whether the caller is a member or owns the project. */
    const standing = fn("Operations.standing")(function* (userId: UserId, operation: Operation) {
      const found = yield* access.find(userId, operation.projectId, operation.modelId)
      const model = Option.flatMap(found, (one) => one.model)
      return {
        ownsProject: Option.exists(found, (one) => one.project.role === "Owner"),
        isMember: Option.isSome(found),
        model: Option.getOrNull(model)
      }
    })

    /**
     * Returns an operation. Fails with `OperationNotFound` if it does not exist or the user may not see it (contract
     * section 8).
     */
    const read = fn("Operations.read")(function* (userId: UserId, operationId: OperationId) {
      const operation = yield* Effect.flatMap(operations.find(operationId), Effect.mapError(missing.operation))
      if (!isPublicKind(operation.kind)) return yield* missing.operation()
      const mine = operation.startedBy === userId
      const { isMember, model, ownsProject } = yield* standing(userId, operation)
      const seesModel = model !== null && model.role !== "NoAccess"
      const visible = !isShared(operation)
        ? mine && (seesModel || (model === null && isMember))
        : hasFailed(operation, model)
          ? (mine && isMember) || ownsProject
          : seesModel
      return visible ? operation : yield* missing.operation()
    })

    /** Lists the operations of a project that a member may read, newest first. */
    const list = ({ projectId, role }: ProjectAccess, userId: UserId, page: Page) =>
      operations.list(projectId, { userId, isOwner: role === "Owner" }, page)

    /**
     * Cancels an operation that has not ended. Only its starter, Owners of the model and Owners of the project may do
     * so; automatic checks have no starter.
     */
    const cancel = fn("Operations.cancel")(function* (userId: UserId, operationId: OperationId) {
      const operation = yield* read(userId, operationId)
      if (operation.startedBy !== userId || operation.isAutomatic) {
        const { model, ownsProject } = yield* standing(userId, operation)
        if (model?.role !== "Owner" && !ownsProject) {
          return yield* new Forbidden({
            details: "Only the user who started the operation and Owners of the model may cancel it.",
            projectId: operation.projectId
          })
        }
      }
      if (operation.status === "Failed" || operation.status === "Ready") return
      const isImport = operation.kind === "ImportIfc"
      const report = isImport ? yield* FailureReport.keep(blobs, reportOfCancel(operation), cancelled) : null
      yield* operations.cancel(operationId, cancelled, report)
      if (!isImport) yield* OperationInput.forget(blobs, { ...operation, operationId })
    })

    /**
     * Returns the blobs of result and report of a Ready operation of one kind on a model.
     *
     * Fails with `OperationNotFound` if the kind or model is another one, `OperationNotReady` if it has not ended, and
     * `OperationFailed` if it failed.
     */
    const result = fn("Operations.result")(function* (
      userId: UserId,
      model: ModelAccess,
      operationId: OperationId,
      kind: OperationKind
    ) {
      const operation = yield* read(userId, operationId)
      if (operation.kind !== kind || operation.modelId !== model.modelId) return yield* missing.operation()
      if (operation.status === "Failed") {
        return yield* new OperationFailed({
          details: `The operation failed with ${operation.error ?? "no reason"}: ${operation.errorDetails ?? ""}`
        })
      }
      if (operation.status !== "Ready") {
        return yield* new OperationNotReady({
          details: `The operation is ${operation.status}, at ${operation.percentageCompleted} %.`
        })
      }
      // Results are removed some days after they were last requested.
      const { report, result } = operation
      if (result === null) return yield* missing.operation()
      yield* operations.resultAsked(operationId)
      return { result, report }
    })

    return { read, list, cancel, result, standing }
  })
}) {}
