import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ModelNotFound, ReferenceNotFound } from "../../domain/Errors.ts"
import type { OperationId, RequirementsId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { titleOfCheck } from "../../domain/requirements/Check.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { checkedFiles } from "../../ports/operations/Jobs.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { CheckRepository } from "../../ports/requirements/CheckRepository.ts"
import { RequirementsRepository } from "../../ports/requirements/RequirementsRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Downloads } from "../files/Downloads.ts"
import { Operations } from "../operations/Operations.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { CheckInputs } from "./CheckInputs.ts"

/** Checks of models against documents of requirements. Contract section 17. */
export class Checks extends Effect.Service<Checks>()("application/Checks", {
  effect: Effect.gen(function* () {
    const checks = yield* CheckRepository
    const documents = yield* RequirementsRepository
    const versions = yield* VersionRepository
    const inputs = yield* CheckInputs
    const start = yield* OperationStart
    const reader = yield* Operations
    const downloads = yield* Downloads
    const space = yield* FreeSpace
    const { reach } = yield* FaultPoints

    const documentOf = fn("Checks.documentOf")(function* ({ projectId }: ProjectAccess, id: RequirementsId) {
      const found = Option.all([yield* documents.find(projectId, id), yield* documents.blob(projectId, id)])
      if (Option.isNone(found)) {
        return yield* new ReferenceNotFound({ details: `The project has no document of requirements ${id}.` })
      }
      const [document, blob] = found.value
      return { blob, title: titleOfCheck(document) }
    })

    /**
     * Returns the commit of an operation that checks the model as the caller sees it. Fails with `ReferenceNotFound` if
     * the document does not exist, with `TooManyRequests`, and with `StorageUnavailable` if there is no room.
     */
    const prepare = fn("Checks.prepare")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      requirementsId: RequirementsId
    ) {
      if (model.latest === null) return yield* ModelNotFound.unknown()
      const document = yield* documentOf(project, requirementsId)
      yield* space.demand
      const { projectId } = project
      const { modelId } = model
      const { importedWith, source, table } = model.latest
      const { file, publishedAt } = yield* Effect.flatMap(
        versions.find({ projectId, modelId }, source.modelVersionId),
        Option.match({ onNone: () => ModelNotFound.unknown(), onSome: Effect.succeed })
      )
      const version = { source, publishedAt, file, table, importedWith }
      return yield* start.prepare(project, model, userId, {
        keep: (blob) => inputs.keep(blob, { ...model, projectId, userId }, version),
        command: (view) => ({
          _tag: "CheckRequirements",
          requirementsId,
          title: document.title,
          view,
          started: { source, publishedAt, file, table, document: document.blob }
        })
      })
    })

    /** Returns URLs of the results of a check. Fails like `Operations.result`. */
    const result = fn("Checks.result")(function* (userId: UserId, model: ModelAccess, operationId: OperationId) {
      const { result } = yield* reader.result(userId, model, operationId, "CheckRequirements")
      const { csv, topics } = yield* Effect.flatMap(checks.files(operationId), Effect.mapError(missing.operation))
      yield* reach("result.asked")
      return {
        downloadUrl: yield* downloads.url(result, checkedFiles.result, "application/json"),
        csvUrl: yield* downloads.url(csv, checkedFiles.csv, "text/csv; charset=utf-8"),
        bcfUrl: yield* downloads.url(topics, checkedFiles.topics, "application/octet-stream")
      }
    })

    return { prepare, list: checks.list, result }
  })
}) {}
