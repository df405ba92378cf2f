import * as Effect from "effect/Effect"
import { Topics } from "../../../application/topics/Topics.ts"
import { Viewpoints } from "../../../application/topics/Viewpoints.ts"
import { ViewpointsApi } from "../../api/topics/ViewpointsApi.ts"
import { bind, raw, written } from "../../call/Call.ts"
import { array } from "./Listing.ts"
import { deleted } from "./Versioned.ts"

/** Pages fetch pictures with a token, for which an attachment makes no difference. */
const pictureAnswer = ({ bytes, media }: { readonly bytes: ReadableStream<Uint8Array>; readonly media: string }) =>
  raw(
    new Response(bytes, {
      headers: {
        "content-type": media,
        "content-disposition": "attachment",
        "content-security-policy": "sandbox",
        "cache-control": "private, max-age=3600"
      }
    })
  )

/** Writes parts of a viewpoint without checking them again, which would take long for a large one. */
const json = (parts: object) => written(Buffer.from(JSON.stringify(parts)))

export const bindings = Effect.gen(function* () {
  const topics = yield* Topics
  const viewpoints = yield* Viewpoints
  return bind(ViewpointsApi, {
    listViewpoints: ({ path }) => Effect.flatMap(viewpoints.list(path.projectId, path.topicGuid), array),
    createViewpoint: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics
          .requireWriter(project, userId)
          .pipe(
            Effect.zipRight(topics.read(projectId, topicGuid)),
            Effect.as({ prepare: ({ body }) => viewpoints.create(projectId, topicGuid, body) })
          )
    },
    readViewpoint: ({ path }) => Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), json),
    deleteViewpoint: ({ path, principal: { userId }, project }) =>
      topics
        .requireWriter(project, userId)
        .pipe(
          Effect.zipRight(viewpoints.remove(path.projectId, path.topicGuid, path.viewpointGuid)),
          Effect.map(deleted)
        ),
    readSnapshot: ({ path }) =>
      Effect.map(viewpoints.picture(path.projectId, path.topicGuid, path.viewpointGuid, null), pictureAnswer),
    readBitmap: ({ path }) =>
      Effect.map(
        viewpoints.picture(path.projectId, path.topicGuid, path.viewpointGuid, path.bitmapGuid),
        pictureAnswer
      ),
    readSelection: ({ path }) =>
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) =>
        json({ selection: components?.selection ?? [] })
      ),
    readColoring: ({ path }) =>
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) =>
        json({ coloring: components?.coloring ?? [] })
      ),
    readVisibility: ({ path }) =>
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) =>
        json({ visibility: components?.visibility ?? { default_visibility: true, exceptions: [] } })
      )
  })
})
