import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as EditReferences from "../../dataframe/edits/judgement/EditReferences.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import type { Texts } from "../../dataframe/edits/overlay/Layers.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Source } from "../../domain/Source.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { ModelAccess } from "../../ports/projects/AccessRepository.ts"
import { EditRepository } from "../../ports/edits/EditRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as LatestCache from "../common/LatestCache.ts"
import { SharedText } from "../common/SharedText.ts"

/** Share of memory for edit texts, in addition to the tables: `CACHE_BYTES` divided by this. */
const partOfCache = 8

/**
 * Overhead of a cached text in bytes, however short the text is. It matters because there are many users and versions.
 */
const bytesOfEntry = 1024

/** A text, and the number of parts it was joined from. It still contains edits that later parts replaced. */
interface Kept {
  readonly text: Uint8Array
  readonly parts: number
}

const mostParts = 64

/** Number of edits encoded at once. */
const editsOfPiece = 500

const ofPublished = (modelId: ModelId): string => modelId
const ofUser = (modelId: ModelId, userId: UserId): string => `${modelId}\n${userId}`

const separator = Buffer.from(EditText.separator)

const joined = (text: Uint8Array, part: Uint8Array): Uint8Array => {
  const all = new Uint8Array(new SharedArrayBuffer(text.length + separator.length + part.length))
  all.set(text)
  all.set(separator, text.length)
  all.set(part, text.length + separator.length)
  return all
}

/** The model version that edits apply to, and the version of the shared data that they refer to. */
export type Base = Pick<Source, "modelVersionId" | "sharedDataVersionId">

/** A model, and the revision of a user's changes to it. */
type Edited = Pick<ModelAccess, "modelId" | "revision">

/**
 * The edits on top of product tables, as texts that threads read: the published ones for everyone, and the caller's
 * unpublished ones. Each text is for one version of the project's shared data: references to deleted items are not in
 * it.
 */
export class EditLayers extends Effect.Service<EditLayers>()("application/EditLayers", {
  effect: Effect.gen(function* () {
    const edits = yield* EditRepository
    const versions = yield* VersionRepository
    const references = yield* ReferenceRepository
    const { cacheBytes } = yield* Settings
    const texts = LatestCache.make<Kept, StorageUnavailable>({
      mostBytes: cacheBytes / partOfCache,
      bytesOf: ({ text }) => text.length + bytesOfEntry
    })

    /** Encodes edits as text while they are streamed; none of them is kept. */
    const textOf = fn("EditLayers.textOf")(function* (
      projectId: ProjectId,
      edits: Stream.Stream<Edit, StorageUnavailable>
    ) {
      const text = new SharedText()
      const writing = EditText.writing()
      const guids = EditReferences.none()
      let isEmpty = true
      yield* Stream.runForEachChunk(edits, (some) =>
        Effect.suspend(() => {
          isEmpty &&= Chunk.isEmpty(some)
          EditReferences.add(guids, some)
          return text.add(writing.edits(Chunk.toReadonlyArray(some)))
        })
      )
      if (isEmpty) return { text: EditText.nothing, parts: 1 }
      const named = yield* references.named(projectId, EditReferences.listed(guids))
      for (const piece of writing.named(named)) yield* text.add(piece)
      return { text: text.finish(), parts: 1 }
    })

    /** Returns the edits published of a model up to a version, for the current version of the shared data. */
    const published = (
      projectId: ProjectId,
      modelId: ModelId,
      { modelVersionId, sharedDataVersionId }: Base,
      isLatest = true
    ) =>
      Effect.map(
        texts.get(
          isLatest ? ofPublished(modelId) : `${modelId} ${modelVersionId}`,
          `${modelVersionId} ${sharedDataVersionId}`,
          textOf(projectId, versions.edits({ projectId, modelId }, modelVersionId)),
          // If nothing was published, no change of the shared data can affect the text.
          (before, { text }) => text === EditText.nothing && before.startsWith(`${modelVersionId} `)
        ),
        ({ text }) => text
      )

    /** Returns the same text, uncached, for the shared data as it is now. */
    const now = (projectId: ProjectId, modelId: ModelId, version: VersionId) =>
      Effect.map(textOf(projectId, versions.edits({ projectId, modelId }, version)), ({ text }) => text)

    const personal = (userId: UserId, projectId: ProjectId, { modelId, revision }: Edited, shared: VersionId) =>
      revision === 0
        ? Effect.succeed(EditText.nothing)
        : Effect.map(
            texts.get(
              ofUser(modelId, userId),
              `${revision} ${shared}`,
              Effect.flatMap(edits.read({ projectId, modelId, userId }), (own) => textOf(projectId, own.edits))
            ),
            ({ text }) => text
          )

    /** Returns the edits on top of the table of a source, for a caller. */
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

    /** Extends a cached text by more edits, so that they need not be read again. */
    const grow = fn("EditLayers.grow")(function* (
      projectId: ProjectId,
      key: string,
      from: string,
      to: string,
      more: ReadonlyArray<Edit>
    ) {
      const known = yield* texts.known(key, from)
      if (Option.isNone(known) || known.value.parts === mostParts) return
      const { parts, text } = known.value
      const { text: part } = yield* textOf(projectId, Stream.rechunk(Stream.fromIterable(more), editsOfPiece))
      texts.put(
        key,
        to,
        text === EditText.nothing ? { text: part, parts } : { text: joined(text, part), parts: parts + 1 }
      )
    })

    /** Updates the cache after a user's edits of a revision. */
    const edited = (
      userId: UserId,
      projectId: ProjectId,
      { modelId, revision }: Edited,
      { from, shared }: { readonly from: number; readonly shared: VersionId },
      more: ReadonlyArray<Edit>
    ) =>
      Effect.gen(function* () {
        const key = ofUser(modelId, userId)
        if (from === 0) texts.put(key, `0 ${shared}`, { text: EditText.nothing, parts: 1 })
        yield* grow(projectId, key, `${from} ${shared}`, `${revision} ${shared}`, more)
      })

    /** Updates the cache after edits were published on top of a version. */
    const wasPublished = (
      projectId: ProjectId,
      modelId: ModelId,
      { modelVersionId, sharedDataVersionId }: Base,
      version: VersionId,
      more: ReadonlyArray<Edit>
    ) => {
      const [from, to] = [modelVersionId, version].map((one) => `${one} ${sharedDataVersionId}`) as [string, string]
      return grow(projectId, ofPublished(modelId), from, to, more)
    }

    return { of, published, now, edited, wasPublished, bytesHeld: Effect.sync(texts.bytesHeld) }
  })
}) {}
