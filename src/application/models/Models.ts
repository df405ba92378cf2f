import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Struct from "effect/Struct"
import { InvalidBody, InvalidRole, ModelNotFound, SampleProjectReadOnly } from "../../domain/Errors.ts"
import * as GlobalId from "../../domain/GlobalId.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import type { Model, ModelDraft, NewFileDraft } from "../../domain/models/Model.ts"
import type { ImportModel } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import { modelRoleReaches, parseModelRole } from "../../domain/projects/Role.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { type ListedModel, ModelRepository } from "../../ports/models/ModelRepository.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"
import { timeOf } from "../../domain/Time.ts"
import { blobsOfModel, uploadedFile } from "../common/BlobKeys.ts"
import { Downloads } from "../files/Downloads.ts"
import { ModelFiles } from "./ModelFiles.ts"
import { Uploads } from "./Uploads.ts"

/** An upload to import: its key, or its URL as older clients send it. */
type UploadDraft = Pick<ModelDraft, "uploadFileName" | "uploadKey"> & Partial<Pick<ModelDraft, "uploadUrl">>

const thumbnailFile = "thumbnail.png"

/** An upload that has been copied to a key of the project. */
interface Taken extends Pick<ImportModel, "file" | "fileName" | "format"> {
  readonly uploadKey: string
  readonly operationId: OperationId
}

/** The models of a project: listing (M1), creation with its import (M2), removal. */
export class Models extends Effect.Service<Models>()("application/Models", {
  effect: Effect.gen(function* () {
    const models = yield* ModelRepository
    const uploads = yield* Uploads
    const files = yield* ModelFiles
    const blobs = yield* BlobStore
    const operations = yield* OperationRepository
    const queue = yield* OperationQueue
    const space = yield* FreeSpace
    const downloads = yield* Downloads
    const { publicUrl } = yield* Settings
    const { reach } = yield* FaultPoints

    /** Returns a function that shows models of a project, with picture URLs issued now. */
    const showing = ({ projectId }: ProjectAccess) =>
      Effect.map(
        downloads.urls,
        (urlOf) =>
          ({ createdAt, modelId, picture, role, source, updatedAt, updatedByName, ...model }: ListedModel): Model => ({
            ...Struct.omit(model, "table"),
            id: modelId,
            ...(picture === null ? {} : { image: urlOf(picture, thumbnailFile, "image/png") }),
            canEdit: modelRoleReaches(role, "DataEditor"),
            url: `${publicUrl}/app/projects/${projectId}/models/${modelId}`,
            latestPublicSource: source,
            createdAt: timeOf(createdAt),
            updatedAt: timeOf(updatedAt),
            ...(updatedByName === null ? {} : { updatedByName })
          })
      )

    /** Lists the Ready models that the user may see, by name. */
    const list = (project: ProjectAccess, userId: UserId) =>
      Effect.flatMap(showing(project), (shown) => {
        const visible = Pull.filter(models.list(project.projectId, userId), ({ role }) => role !== "NoAccess")
        return Pull.map(visible, shown)
      })

    const read = fn("Models.read")(function* (project: ProjectAccess, userId: UserId, { modelId }: ModelAccess) {
      const found = yield* models.find(project.projectId, userId, modelId)
      const model = yield* Effect.mapError(found, () => ModelNotFound.unknown())
      return (yield* showing(project))(model)
    })

    const committed = (uploadKey: string) =>
      Effect.all([reach("operation.committed"), Effect.ignoreLogged(blobs.remove(uploadKey)), queue.wake], {
        discard: true
      })

    const keyOf = fn("Models.keyOf")(function* (draft: UploadDraft) {
      if (draft.uploadKey !== undefined) return draft.uploadKey
      if (draft.uploadUrl !== undefined) return yield* uploads.keyOfUrl(draft.uploadUrl)
      return yield* new InvalidBody({
        details: "uploadKey is missing. Send the key of an uploaded file.",
        faults: [{ pointer: "/uploadKey", detail: "is missing" }]
      })
    })

    /**
     * Copies the upload and returns the commit of `write`, which creates an operation that imports the copy. If nothing
     * is committed, the copy is removed.
     *
     * Fails with `SampleProjectReadOnly`, `UnsupportedFileType`, the errors of `Uploads.find`, `InvalidModelFile` if
     * the first bytes do not match the extension, `TooManyRequests` if the user may not start another operation, and
     * `StorageUnavailable` if there is no room.
     */
    const taking = <A, E extends { readonly _tag: string }>(
      project: ProjectAccess,
      userId: UserId,
      draft: UploadDraft,
      write: (taken: Taken) => Effect.Effect<A, E>
    ) =>
      Effect.gen(function* () {
        if (project.isSample) {
          return yield* new SampleProjectReadOnly({ details: "No models can be imported in the sample project." })
        }
        yield* space.demand
        yield* operations.admit(userId)
        const format = yield* files.extensionOf(draft.uploadFileName)
        const uploadKey = yield* keyOf(draft)
        const operationId = crypto.randomUUID() as OperationId
        const file = uploadedFile(project.projectId, operationId)
        let isWanted = false
        const copied = uploads.find(userId, uploadKey).pipe(
          // The user may replace the upload in between; then the new bytes are looked up and copied.
          Effect.tap(({ key, version }) => blobs.copy(key, file, version)),
          Effect.retry({ times: 2, while: ({ _tag }) => _tag === "BlobNotFound" })
        )
        // An interrupted copy belongs to nobody, like one of a process that died; the collector removes it.
        const upload = yield* Effect.acquireRelease(Effect.interruptible(copied), ({ key }, exit) => {
          if (!isWanted) return Effect.ignoreLogged(blobs.remove(file))
          // After any other exit a row may refer to the copy; if not, the collector removes it.
          return Exit.isSuccess(exit) ? committed(key) : Effect.void
        })
        yield* files.check({ ...upload, key: file }, format)
        yield* reach("model.copied")
        const written = write({ uploadKey, operationId, file, fileName: draft.uploadFileName, format })
        return Effect.suspend(() => {
          isWanted = true
          return written
        }).pipe(Effect.tapError(({ _tag }) => Effect.sync(() => (isWanted = _tag === "OutcomeUnknown"))))
      })

    /**
     * Returns the commit of a new model, which is not listed before its import is Ready, and the operation of that
     * import. Fails like `taking`, and with `InvalidRole`.
     */
    const prepare = fn("Models.prepare")(function* (project: ProjectAccess, userId: UserId, draft: ModelDraft) {
      const defaultRole = parseModelRole(draft.defaultRole ?? "Viewer")
      if (defaultRole === null)
        return yield* new InvalidRole({
          details: "defaultRole must be Owner, Modeler, DataEditor, Viewer or NoAccess."
        })
      const tags = [...new Set([...(draft.tags ?? []), ...(draft.discipline === undefined ? [] : [draft.discipline])])]
      const guid = GlobalId.random()
      return yield* taking(project, userId, draft, ({ operationId, uploadKey, ...source }) =>
        Effect.map(
          models.createWithImport({
            projectId: project.projectId,
            guid,
            name: draft.modelName,
            tags,
            defaultRole,
            createdBy: userId,
            uploadKey,
            operationId,
            command: { _tag: "ImportModel", ...source, modelGuid: guid }
          }),
          (created) => ({ ...created, modelGuid: guid })
        )
      )
    })

    /**
     * Returns the commit of the import of a new file for a model, which becomes its next version. Fails like `taking`.
     */
    const prepareFile = fn("Models.prepareFile")(
      (project: ProjectAccess, { guid, modelId }: ModelAccess, userId: UserId, draft: NewFileDraft) =>
        taking(project, userId, draft, ({ operationId, uploadKey, ...source }) =>
          models.startNewFile({
            projectId: project.projectId,
            modelId,
            startedBy: userId,
            uploadKey,
            operationId,
            command: {
              _tag: "ImportModel",
              ...source,
              modelGuid: guid,
              version: { title: draft.title, description: draft.description ?? null }
            }
          })
        )
    )

    const remove = fn("Models.remove")(function* (project: ProjectAccess, model: ModelAccess) {
      yield* models.remove(model.modelId)
      yield* Effect.ignoreLogged(blobs.removeAll(blobsOfModel(project.projectId, model.modelId)))
    })

    return { list, read, prepare, prepareFile, remove }
  })
}) {}
