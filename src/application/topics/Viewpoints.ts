import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { InvalidBody } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import { bytesOf, pictureType } from "../../domain/topics/Picture.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ViewpointPart } from "../../domain/topics/ViewpointPart.ts"
import type { ViewpointDraft } from "../../domain/topics/ViewpointDraft.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { type TopicBlob, TopicRepository } from "../../ports/topics/TopicRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { topicFile } from "../common/BlobKeys.ts"
import { ViewpointParts } from "./ViewpointParts.ts"

const noPicture = (pointer: string) =>
  new InvalidBody({
    details: "A picture must be PNG or JPEG, in base 64.",
    faults: [{ pointer, detail: "must be PNG or JPEG, in base 64" }]
  })

/** Viewpoints of topics with their pictures. Callers must have checked scopes and roles. */
export class Viewpoints extends Effect.Service<Viewpoints>()("application/Viewpoints", {
  effect: Effect.gen(function* () {
    const topics = yield* TopicRepository
    const blobs = yield* BlobStore
    const parts = yield* ViewpointParts

    const topic = (projectId: ProjectId, guid: string) =>
      Effect.flatMap(topics.find(projectId, guid), Effect.mapError(missing.topic))

    /** Returns the viewpoints as JSON. Fails with `NotFound` if the project has no such topic. */
    const list = (projectId: ProjectId, guid: string) =>
      Effect.as(topic(projectId, guid), topics.viewpoints(projectId, guid))

    /** Returns a viewpoint as JSON. Fails with `NotFound`. */
    const read = fn("Viewpoints.read")((projectId: ProjectId, topic: string, guid: string) =>
      Effect.flatMap(topics.findViewpoint(projectId, topic, guid), Effect.mapError(missing.viewpoint))
    )

    /** Returns a part of a viewpoint as JSON. Fails with `NotFound`, and like `ViewpointParts.part`. */
    const part = fn("Viewpoints.part")(function* (
      userId: UserId,
      projectId: ProjectId,
      topic: string,
      guid: string,
      of: ViewpointPart
    ) {
      return yield* parts.part(userId, yield* read(projectId, topic, guid), of)
    })

    /** Opens a snapshot, or the bitmap of that guid. Fails with `NotFound`. */
    const picture = fn("Viewpoints.picture")(function* (
      projectId: ProjectId,
      topic: string,
      guid: string,
      bitmap: string | null
    ) {
      const { key, media } = yield* Effect.flatMap(
        topics.picture(projectId, topic, guid, bitmap),
        Effect.mapError(missing.picture)
      )
      return { media, bytes: yield* Effect.catchTag(blobs.stream(key), "BlobNotFound", missing.picture) }
    })

    /** Stores a picture that no row names yet. One that never gets a row is removed by the collector. */
    const kept = fn("Viewpoints.kept")(function* (
      projectId: ProjectId,
      base64: string,
      place: { readonly kind: "snapshot" | "bitmap"; readonly name: string; readonly pointer: string }
    ) {
      const bytes = bytesOf(base64)
      const type = pictureType(bytes)
      if (type === null) return yield* noPicture(place.pointer)
      const key = topicFile(projectId, crypto.randomUUID())
      yield* blobs.put(key, Stream.make(bytes))
      const media = type === "png" ? "image/png" : "image/jpeg"
      return { type, blob: { kind: place.kind, name: place.name, media, key, bytes: bytes.length } satisfies TopicBlob }
    })

    /**
     * Stores the pictures of a new viewpoint and returns its commit, which fails like `TopicRepository.addViewpoint`. Fails
     * with `InvalidBody` if a picture is neither PNG nor JPEG.
     */
    const create = fn("Viewpoints.create")(function* (projectId: ProjectId, topic: string, draft: ViewpointDraft) {
      const { bitmaps = [], snapshot, ...view } = draft
      const snap =
        snapshot === undefined
          ? null
          : yield* kept(projectId, snapshot.snapshot_data, {
              kind: "snapshot",
              name: "",
              pointer: "/snapshot/snapshot_data"
            })
      const maps = yield* Effect.forEach(bitmaps, ({ bitmap_data, guid = crypto.randomUUID(), ...bitmap }, i) =>
        Effect.map(
          kept(projectId, bitmap_data, { kind: "bitmap", name: guid, pointer: `/bitmaps/${i}/bitmap_data` }),
          ({ blob, type }) => ({ blob, bitmap: { ...bitmap, guid, bitmap_type: type } })
        )
      )
      const viewpoint = {
        ...view,
        guid: view.guid ?? crypto.randomUUID(),
        ...(maps.length === 0 ? {} : { bitmaps: maps.map(({ bitmap }) => bitmap) }),
        ...(snap === null ? {} : { snapshot: { snapshot_type: snap.type } })
      }
      const files = [...(snap === null ? [] : [snap.blob]), ...maps.map(({ blob }) => blob)]
      return topics.addViewpoint(projectId, topic, { viewpoint, blobs: files })
    })

    return { list, read, part, picture, create, remove: topics.removeViewpoint }
  })
}) {}
