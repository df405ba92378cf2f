import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { pictureType } from "../../domain/topics/Picture.ts"
import type { ReadContent } from "../../bcf/read/BcfWorker.ts"
import { AccessRepository, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import type { TopicBlob } from "../../ports/topics/TopicRepository.ts"
import { type NewTopic, TopicFileRepository } from "../../ports/topics/TopicFileRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { topicFile } from "../common/BlobKeys.ts"
import { BcfFiles } from "./BcfFiles.ts"
import { seenModels } from "./SeenModels.ts"

const anyMedia = "application/octet-stream"

type Topic = ReadContent["topics"][number]

/** Takes BCF files into a project. Contract section 18. Callers must have checked scopes and roles. */
export class TopicImport extends Effect.Service<TopicImport>()("application/TopicImport", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const files = yield* BcfFiles
    const topics = yield* TopicFileRepository
    const blobs = yield* BlobStore

    /** Stores bytes that no row names yet. What never gets a row is removed by the collector. */
    const kept = fn("TopicImport.kept")(function* (
      projectId: ProjectId,
      bytes: Uint8Array,
      place: Omit<TopicBlob, "key" | "bytes">
    ) {
      const key = topicFile(projectId, crypto.randomUUID())
      yield* blobs.put(key, Stream.make(bytes))
      return { ...place, key, bytes: bytes.length } satisfies TopicBlob
    })

    /** Pictures of another kind than PNG and JPEG are served as plain bytes. */
    const mediaOf = (bytes: Uint8Array): string => {
      const type = pictureType(bytes)
      return type === null ? anyMedia : type === "png" ? "image/png" : "image/jpeg"
    }

    const viewpoint = fn("TopicImport.viewpoint")(function* (
      projectId: ProjectId,
      { bitmaps, snapshot, viewpoint }: Topic["viewpoints"][number]
    ) {
      const stored: Array<TopicBlob> = []
      if (snapshot !== null) {
        stored.push(yield* kept(projectId, snapshot, { kind: "snapshot", name: "", media: mediaOf(snapshot) }))
      }
      for (const [name, bytes] of Object.entries(bitmaps)) {
        stored.push(yield* kept(projectId, bytes, { kind: "bitmap", name, media: mediaOf(bytes) }))
      }
      return { viewpoint, blobs: stored }
    })

    const topic = fn("TopicImport.topic")(function* (projectId: ProjectId, read: Topic) {
      const stored: Array<TopicBlob> = []
      if (read.snippet !== null) {
        stored.push(yield* kept(projectId, read.snippet, { kind: "snippet", name: "", media: anyMedia }))
      }
      for (const [name, bytes] of read.others) {
        stored.push(yield* kept(projectId, bytes, { kind: "other", name, media: anyMedia }))
      }
      const { server_assigned_id: _, ...body } = read.topic
      const { document_references, files, related_topics, rest } = read
      return {
        topic: body,
        more: { document_references, files, related_topics, rest },
        comments: read.comments.map((comment) => ({ ...comment, topic_guid: body.guid })),
        viewpoints: yield* Effect.forEach(read.viewpoints, (one) => viewpoint(projectId, one)),
        blobs: stored
      } satisfies NewTopic
    })

    /**
     * Stores the files of a BCF file and returns the commit of its topics, which fails like `TopicFileRepository.bring`.
     * Fails like `BcfFiles.read`.
     */
    const bring = fn("TopicImport.bring")(function* (project: ProjectAccess, userId: UserId, bytes: Uint8Array) {
      const { projectId, role } = project
      const { documents, topics: read } = yield* files.read(userId, bytes)
      const whole = yield* Effect.forEach(read, (one) => topic(projectId, one))
      const stored = yield* Effect.forEach(documents, ({ bytes, description, filename, guid }) =>
        kept(projectId, bytes, {
          kind: "document",
          name: guid,
          media: anyMedia,
          filename,
          ...(description === undefined ? {} : { description })
        })
      )
      const seen = yield* seenModels(access, projectId, userId)
      const models = new Set<string>(seen.map(({ modelId }) => modelId))
      return topics.bring(projectId, { userId, role, models }, whole, stored)
    })

    /** The same for a body that is stored as a blob. */
    const bringBlob = fn("TopicImport.bringBlob")(function* (project: ProjectAccess, userId: UserId, key: string) {
      return yield* bring(project, userId, yield* blobs.read(key))
    })

    return { bring, bringBlob }
  })
}) {}
