import { Effect, Stream } from "effect"
import * as EditText from "../dataframe/edits/EditText.ts"
import type { Texts } from "../dataframe/edits/Layers.ts"
import type { Edit } from "../domain/Edit.ts"
import type { ModelId, ProjectId, VersionId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { Source } from "../domain/Source.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import type { ModelAccess } from "../ports/AccessRepository.ts"
import { EditRepository } from "../ports/EditRepository.ts"
import { ReferenceRepository } from "../ports/ReferenceRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { VersionRepository } from "../ports/VersionRepository.ts"
import { fn } from "../runtime/Span.ts"
import * as LatestCache from "./LatestCache.ts"
import { sharedText } from "./SharedText.ts"

/** What the texts of edits may take of the memory beside the tables: one part for so many of `CACHE_BYTES`. */
const partOfCache = 8

/** What edits lie over, and which state of what the project shares they name. */
export type Base = Pick<Source, "modelVersionId" | "sharedDataVersionId">

/** A model, and the revision of a user's changes of it. */
type Edited = Pick<ModelAccess, "modelId" | "revision">

/** What the guids of edits name. */
const namedBy = (edits: ReadonlyArray<Edit>) => {
  const [locations, materials, codes] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const edit of edits) {
    if (edit.kind === "SpatialLocation" && edit.now !== "") locations.add(edit.now)
    if (edit.kind === "Material" && typeof edit.now === "string") materials.add(edit.now)
    if (edit.kind === "Code" && edit.now) codes.add(edit.code)
    if (edit.kind === "Codes") for (const code of edit.now) codes.add(code)
  }
  return { locations: [...locations], materials: [...materials], codes: [...codes] }
}

/**
 * What lies over the tables of models, as texts that threads read: for all what has been published, for a caller what
 * the caller has not. Texts are of one state of what the project shares: what is deleted there is gone from them.
 */
export class EditLayers extends Effect.Service<EditLayers>()("application/EditLayers", {
  effect: Effect.gen(function* () {
    const edits = yield* EditRepository
    const versions = yield* VersionRepository
    const references = yield* ReferenceRepository
    const { cacheBytes } = yield* Settings
    const texts = LatestCache.make<Uint8Array, StorageUnavailable>({
      mostBytes: cacheBytes / partOfCache,
      bytesOf: ({ length }) => length
    })

    const textOf = fn("EditLayers.textOf")(function* (
      projectId: ProjectId,
      stream: Stream.Stream<Edit, StorageUnavailable>
    ) {
      const edits: Array<Edit> = []
      yield* Stream.runForEachChunk(stream, (chunk) => Effect.sync(() => void edits.push(...chunk)))
      if (edits.length === 0) return EditText.nothing
      const named = yield* references.named(projectId, namedBy(edits))
      return yield* sharedText(EditText.pieces({ edits, named }))
    })

    /** What has been published of a model up to a version, as what the project shares is now. */
    const published = (
      projectId: ProjectId,
      modelId: ModelId,
      { modelVersionId, sharedDataVersionId }: Base,
      isLatest = true
    ) =>
      texts.get(
        isLatest ? modelId : `${modelId} ${modelVersionId}`,
        `${modelVersionId} ${sharedDataVersionId}`,
        textOf(projectId, versions.edits({ projectId, modelId }, modelVersionId))
      )

    /** The same, of what the project shares now. */
    const now = (projectId: ProjectId, modelId: ModelId, version: VersionId) =>
      textOf(projectId, versions.edits({ projectId, modelId }, version))

    const personal = (userId: UserId, projectId: ProjectId, { modelId, revision }: Edited, shared: VersionId) =>
      revision === 0
        ? Effect.succeed(EditText.nothing)
        : texts.get(
            `${modelId}\n${userId}`,
            `${revision} ${shared}`,
            Effect.flatMap(edits.read({ projectId, modelId, userId }), (own) => textOf(projectId, own.edits))
          )

    /** What lies over the table of a source for a caller. */
    const of = (
      userId: UserId,
      projectId: ProjectId,
      model: Edited,
      base: Base
    ): Effect.Effect<Texts, StorageUnavailable> =>
      Effect.all({
        published: published(projectId, model.modelId, base),
        personal: personal(userId, projectId, model, base.sharedDataVersionId)
      })

    return { of, published, now, bytesHeld: Effect.sync(texts.bytesHeld) }
  })
}) {}
