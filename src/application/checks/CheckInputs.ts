import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as EditReferences from "../../dataframe/edits/judgement/EditReferences.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { ofCodification } from "../../domain/DerivedUuid.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { EditRepository } from "../../ports/edits/EditRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import type { NewestVersion } from "../../ports/requirements/CheckRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { ProjectView } from "../views/ProjectView.ts"

/** The model that is checked, with the revision of the user's unpublished edits; 0: only what is public is checked. */
interface Checked {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly guid: string
  readonly userId: UserId
  readonly revision: number
}

/** Stores the edits over a file that a check has to apply. */
export class CheckInputs extends Effect.Service<CheckInputs>()("application/CheckInputs", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const edits = yield* EditRepository
    const references = yield* ReferenceRepository
    const versions = yield* VersionRepository
    const views = yield* ProjectView
    const layers = yield* EditLayers

    const described = fn("CheckInputs.described")(function* (
      { guid, modelId, projectId, revision, userId }: Checked,
      { source }: NewestVersion
    ) {
      const named = EditReferences.none()
      const add = (some: Stream.Stream<Edit, StorageUnavailable>) =>
        Stream.runForEachChunk(some, (chunk) => Effect.sync(() => EditReferences.add(named, chunk)))
      yield* add(versions.edits({ projectId, modelId }, source.modelVersionId))
      if (revision > 0) yield* add((yield* edits.read({ projectId, modelId, userId })).edits)
      return yield* references.described(projectId, EditReferences.listed(named), ofCodification(guid, null))
    })

    /** Stores the edits of a version, and the unpublished ones of the user on top. Returns the size in bytes. */
    const keep = fn("CheckInputs.keep")(function* (blob: string, checked: Checked, version: NewestVersion) {
      const { modelId, projectId, revision, userId } = checked
      const { importedWith, source } = version
      const view = yield* views.of(projectId, importedWith, source.sharedDataVersionId)
      const texts =
        revision > 0
          ? yield* layers.of(userId, projectId, checked, source)
          : { published: yield* layers.published(projectId, modelId, source), personal: EditText.nothing }
      return yield* OperationInput.keepPersonal(blobs, blob, yield* described(checked, version), view, texts)
    })

    return { keep }
  })
}) {}
