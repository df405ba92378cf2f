import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as EditReferences from "../../dataframe/edits/judgement/EditReferences.ts"
import { ofCodification } from "../../domain/DerivedUuid.ts"
import { ModelNotFound } from "../../domain/Errors.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Downloads } from "./Downloads.ts"
import { EditLayers } from "../views/EditLayers.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { Operations } from "../operations/Operations.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { ProjectView } from "../views/ProjectView.ts"

/** Returns a file name that is valid on all systems and in URLs without escaping. */
const fileNameOf = (modelName: string): string => {
  const name = modelName
    .normalize("NFKD")
    .replaceAll(/\.ifc$/gi, "")
    .replaceAll(/[^\w.-]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100)
  return `${name === "" ? "model" : name}.ifc`
}

/** IFC exports: start (M16) and result (M17). Contract section 8. */
export class Exports extends Effect.Service<Exports>()("application/Exports", {
  effect: Effect.gen(function* () {
    const versions = yield* VersionRepository
    const references = yield* ReferenceRepository
    const layers = yield* EditLayers
    const views = yield* ProjectView
    const start = yield* OperationStart
    const reader = yield* Operations
    const downloads = yield* Downloads
    const blobs = yield* BlobStore
    const space = yield* FreeSpace
    const { reach } = yield* FaultPoints

    /**
     * Returns the commit of an operation that exports the latest public version, with its source. Fails with
     * `TooManyRequests`, and with `StorageUnavailable` if there is no room, because the export is as large as the file.
     */
    const prepare = fn("Exports.prepare")(function* (project: ProjectAccess, model: ModelAccess, userId: UserId) {
      if (model.latest === null) return yield* ModelNotFound.unknown()
      yield* space.demand
      const { projectId } = project
      const { guid, modelId } = model
      const { importedWith, source, table } = model.latest
      const of = { projectId, modelId }
      const { file, publishedAt } = yield* Effect.flatMap(
        versions.find(of, source.modelVersionId),
        Option.match({ onNone: () => ModelNotFound.unknown(), onSome: Effect.succeed })
      )
      const described = Effect.gen(function* () {
        const named = EditReferences.none()
        yield* Stream.runForEachChunk(versions.edits(of, source.modelVersionId), (edits) =>
          Effect.sync(() => EditReferences.add(named, edits))
        )
        return yield* references.described(projectId, EditReferences.listed(named), ofCodification(guid, null))
      })
      const keep = Effect.fnUntraced(function* (blob: string) {
        const view = yield* views.of(projectId, importedWith, source.sharedDataVersionId)
        const published = yield* layers.published(projectId, modelId, source)
        return yield* OperationInput.keepDescribed(blobs, blob, yield* described, view, published)
      })
      const { commit } = yield* start.prepare(project, model, userId, {
        keep,
        command: (published) => ({ _tag: "ExportModel", source, publishedAt, file, table, published })
      })
      return { commit, source }
    })

    /** Returns URLs of the file and of its report on the edits. Fails like `Operations.result`. */
    const result = fn("Exports.result")(function* (userId: UserId, model: ModelAccess, operationId: OperationId) {
      const { report, result } = yield* reader.result(userId, model, operationId, "ExportIfc")
      yield* reach("result.asked")
      return {
        downloadUrl: yield* downloads.url(result, fileNameOf(model.name), "application/x-step"),
        reportUrl: yield* downloads.url(report!, "report.json", "application/json")
      }
    })

    return { prepare, result }
  })
}) {}
