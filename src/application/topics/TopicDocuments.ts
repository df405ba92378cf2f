import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import type { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { timeOf } from "../../domain/Time.ts"
import type { TopicFile } from "../../domain/topics/Topic.ts"
import {
  type DocumentReferenceDraft,
  filesOfModels,
  newReference,
  replacedFiles,
  withChangedReference,
  withReference
} from "../../domain/topics/TopicParts.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { AccessRepository, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { TopicFileRepository } from "../../ports/topics/TopicFileRepository.ts"
import { type TopicMore, type TopicRefusal, TopicRepository } from "../../ports/topics/TopicRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { topicFile } from "../common/BlobKeys.ts"
import { seenModels } from "./SeenModels.ts"

/** A file as it arrives: its bytes, or the key of the blob that has them until the request ends. */
type Sent = { readonly bytes: Uint8Array } | { readonly blob: string }

/** Documents, snippets and model files of topics. Contract section 18. Callers must have checked scopes and roles. */
export class TopicDocuments extends Effect.Service<TopicDocuments>()("application/TopicDocuments", {
  effect: Effect.gen(function* () {
    const topics = yield* TopicRepository
    const files = yield* TopicFileRepository
    const access = yield* AccessRepository
    const blobs = yield* BlobStore
    const { publicUrl } = yield* Settings

    const read = (projectId: ProjectId, guid: string) =>
      Effect.flatMap(topics.find(projectId, guid), Effect.mapError(missing.topic))

    /** Stores bytes that no row names yet. What never gets a row is removed by the collector. */
    const kept = fn("TopicDocuments.kept")(function* (projectId: ProjectId, sent: Sent) {
      const key = topicFile(projectId, crypto.randomUUID())
      if ("bytes" in sent) yield* blobs.put(key, Stream.make(sent.bytes))
      else yield* blobs.copy(sent.blob, key)
      const bytes = "bytes" in sent ? sent.bytes.length : Option.getOrThrow(yield* blobs.info(key)).size
      return { key, bytes, media: "application/octet-stream" }
    })

    /** Returns the commit of a new document, which fails like `TopicFileRepository.addDocument`. */
    const add = fn("TopicDocuments.add")(function* (projectId: ProjectId, guid: string, filename: string, sent: Sent) {
      const blob = { ...(yield* kept(projectId, sent)), kind: "document" as const, name: guid, filename }
      return Effect.as(files.addDocument(projectId, blob), { guid, filename })
    })

    /** Returns the bytes of a document. Fails with `NotFound`. */
    const document = fn("TopicDocuments.document")(function* (projectId: ProjectId, guid: string) {
      const blob = yield* Effect.flatMap(files.document(projectId, guid), Effect.mapError(missing.document))
      return yield* Effect.catchTag(blobs.stream(blob.key), "BlobNotFound", missing.document)
    })

    /** Returns the bytes of the snippet of a topic. Fails with `NotFound` if it has none that is stored here. */
    const snippet = fn("TopicDocuments.snippet")(function* (projectId: ProjectId, guid: string) {
      yield* read(projectId, guid)
      const blob = yield* Effect.flatMap(files.snippet(projectId, guid), Effect.mapError(missing.snippet))
      return yield* Effect.catchTag(blobs.stream(blob.key), "BlobNotFound", missing.snippet)
    })

    /** Returns the commit of the bytes of a snippet. */
    const putSnippet = fn("TopicDocuments.putSnippet")(function* (projectId: ProjectId, guid: string, sent: Sent) {
      const blob = { ...(yield* kept(projectId, sent)), kind: "snippet" as const, name: "" }
      return files.putSnippet(projectId, guid, blob)
    })

    const changeMore = fn("TopicDocuments.changeMore")(function* (
      projectId: ProjectId,
      userId: UserId,
      guid: string,
      change: (more: TopicMore) => Either.Either<Partial<TopicMore>, TopicRefusal>
    ) {
      const modified_date = timeOf(yield* Clock.currentTimeMillis)
      const stored = yield* topics.change(projectId, guid, null, ({ more, topic }) =>
        Either.map(change(more), (changed) => ({
          topic: { ...topic, modified_date, modified_author: userId },
          more: { ...more, ...changed }
        }))
      )
      return stored.more
    })

    /** Fails with `Conflict` if the guid is taken in the topic, and with `LimitExceeded` beyond 1,000 references. */
    const refer = fn("TopicDocuments.refer")(function* (
      projectId: ProjectId,
      userId: UserId,
      topic: string,
      draft: DocumentReferenceDraft
    ) {
      const reference = newReference(draft)
      yield* changeMore(projectId, userId, topic, ({ document_references }) =>
        Either.map(withReference(document_references, reference), (document_references) => ({ document_references }))
      )
      return reference
    })

    /** Fails with `NotFound` if the topic has no such reference. */
    const requireReference = fn("TopicDocuments.requireReference")(function* (
      projectId: ProjectId,
      topic: string,
      guid: string
    ) {
      const { more } = yield* read(projectId, topic)
      if (!more.document_references.some((one) => one.guid === guid)) return yield* missing.reference()
    })

    /** Fails with `NotFound` if the topic has no such reference. */
    const changeReference = fn("TopicDocuments.changeReference")(function* (
      projectId: ProjectId,
      userId: UserId,
      topic: string,
      guid: string,
      draft: DocumentReferenceDraft
    ) {
      const reference = newReference({ ...draft, guid })
      yield* changeMore(projectId, userId, topic, ({ document_references }) =>
        Either.map(withChangedReference(document_references, reference), (document_references) => ({
          document_references
        }))
      )
      return reference
    })

    const seen = ({ projectId }: ProjectAccess, userId: UserId) => seenModels(access, projectId, userId)

    const seenIds = (project: ProjectAccess, userId: UserId) =>
      Effect.map(seen(project, userId), (models) => new Set<string>(models.map(({ modelId }) => modelId)))

    /** Returns the files of a topic, without those of models that the user may not see. */
    const filesOf = fn("TopicDocuments.filesOf")(function* (project: ProjectAccess, userId: UserId, guid: string) {
      const { more } = yield* read(project.projectId, guid)
      return filesOfModels(more.files, project.projectId, yield* seenIds(project, userId)).map((file): TopicFile =>
        Struct.omit(file, "is_external")
      )
    })

    /** Replaces the files of a topic that the user sees; those of models that the user may not see stay. */
    const putFiles = fn("TopicDocuments.putFiles")(function* (
      project: ProjectAccess,
      userId: UserId,
      guid: string,
      sent: ReadonlyArray<TopicFile>
    ) {
      const { projectId } = project
      const visible = yield* seenIds(project, userId)
      return yield* changeMore(projectId, userId, guid, ({ files }) =>
        Either.right({ files: replacedFiles(files, sent, projectId, visible) })
      )
    })

    /** Returns the models that the user may see, as files that topics may name. */
    const information = fn("TopicDocuments.information")(function* (project: ProjectAccess, userId: UserId) {
      return (yield* seen(project, userId)).map(({ modelId, name }) => ({
        display_information: [{ field_display_name: "Model", field_value: name }],
        file: { filename: name, reference: `${publicUrl}/app/projects/${project.projectId}/models/${modelId}` }
      }))
    })

    return {
      read,
      documents: files.documents,
      add,
      document,
      snippet,
      putSnippet,
      refer,
      requireReference,
      changeReference,
      filesOf,
      putFiles,
      information
    }
  })
}) {}
