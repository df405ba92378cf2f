import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { AnswerTooLarge } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { filesOfModels } from "../../domain/topics/TopicParts.ts"
import type { Version } from "../../bcf/BcfFile.ts"
import { bcfHead, BcfWriter } from "../../bcf/write/WriteBcf.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { AccessRepository, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import type { TopicBlob } from "../../ports/topics/TopicRepository.ts"
import { TopicFileRepository, type WholeTopic } from "../../ports/topics/TopicFileRepository.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import { seenModels } from "./SeenModels.ts"
import { Topics } from "./Topics.ts"

/** Packs one piece a turn of the event loop, which serves others in between. */
const packed = (pieces: Generator<Uint8Array<ArrayBuffer>, void, undefined>) =>
  Stream.mapEffect(Stream.fromIteratorSucceed(pieces, 1), (piece) => Effect.as(nextTurn, piece))

/** Writes the topics of a project as a BCF file. Contract section 18. Callers must have checked scopes and membership. */
export class TopicExport extends Effect.Service<TopicExport>()("application/TopicExport", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const topics = yield* Topics
    const files = yield* TopicFileRepository
    const blobs = yield* BlobStore

    /** Returns the bytes of a file; none if it was replaced meanwhile. */
    const bytesOf = (blob: TopicBlob | undefined) =>
      blob === undefined
        ? Effect.succeed(null)
        : Effect.catchTag(blobs.read(blob.key), "BlobNotFound", () => Effect.succeed(null))

    const wholeTopic = fn("TopicExport.wholeTopic")(function* ({
      blobs: own,
      comments,
      more,
      topic,
      viewpoints
    }: WholeTopic) {
      const others: Array<readonly [string, Uint8Array]> = []
      for (const blob of own.filter(({ kind }) => kind === "other")) {
        const bytes = yield* bytesOf(blob)
        if (bytes !== null) others.push([blob.name, bytes])
      }
      return {
        ...more,
        topic,
        comments,
        snippet: yield* bytesOf(own.find(({ kind }) => kind === "snippet")),
        others,
        viewpoints: yield* Effect.forEach(viewpoints, ({ blobs: pictures, viewpoint }) =>
          Effect.gen(function* () {
            const bitmaps: Array<readonly [string, Uint8Array]> = []
            for (const blob of pictures.filter(({ kind }) => kind === "bitmap")) {
              const bytes = yield* bytesOf(blob)
              if (bytes !== null) bitmaps.push([blob.name, bytes])
            }
            const snapshot = yield* bytesOf(pictures.find(({ kind }) => kind === "snapshot"))
            return { viewpoint, snapshot, bitmaps: Object.fromEntries(bitmaps) }
          })
        )
      }
    })

    const topicPieces = (writer: BcfWriter, projectId: ProjectId, guid: string, models: ReadonlySet<string>) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const found = yield* files.whole(projectId, guid)
          if (Option.isNone(found)) return Stream.empty
          const whole = yield* wholeTopic(found.value)
          const shown = { ...whole, files: filesOfModels(whole.files, projectId, models) }
          return packed(writer.topic(shown))
        })
      )

    /**
     * Returns the pieces of the BCF file of a project, without the files of models that the user may not see. One topic at
     * a time is in memory. Fails with `AnswerTooLarge` if an archive cannot hold them.
     */
    const file = fn("TopicExport.file")(function* (project: ProjectAccess, userId: UserId, version: Version) {
      const { name, projectId } = project
      const size = yield* files.size(projectId)
      for (const [limit, amount] of [
        [limits.entriesOfBcf, size.files],
        [limits.bytesOfBcf, size.bytes]
      ] as const) {
        if (amount > limit.most) return yield* new AnswerTooLarge({ details: sentenceOf(limit) })
      }
      const extensions = yield* topics.extensions(project, userId)
      const documents = yield* files.documents(projectId)
      const guids = yield* files.guids(projectId)
      const seen = yield* seenModels(access, projectId, userId)
      const models = new Set<string>(seen.map(({ modelId }) => modelId))
      const listed = documents.map(({ description, filename, name }) => ({
        guid: name,
        filename: filename ?? name,
        ...(description === undefined ? {} : { description })
      }))
      const writer = new BcfWriter(bcfHead({ id: projectId, name }, extensions, listed), version)
      return Stream.concat(
        packed(writer.head()),
        Stream.flatMap(Stream.fromIterable(guids), (guid) => topicPieces(writer, projectId, guid, models))
      ).pipe(
        Stream.concat(
          Stream.flatMap(Stream.fromIterable(documents), (document) =>
            Stream.flatMap(Stream.fromEffect(bytesOf(document)), (bytes) =>
              bytes === null ? Stream.empty : packed(writer.document(document.name, bytes))
            )
          )
        ),
        Stream.concat(Stream.suspend(() => packed(writer.end())))
      )
    })

    return { file }
  })
}) {}
