import * as Effect from "effect/Effect"
import { Topics } from "../../../application/topics/Topics.ts"
import { Viewpoints } from "../../../application/topics/Viewpoints.ts"
import { ViewpointsApi } from "../../api/topics/ViewpointsApi.ts"
import { bind, raw } from "../../call/Call.ts"
import { array } from "./Listing.ts"
import { deleted } from "./Versioned.ts"

/** Pages fetch pictures with a token, for which an attachment makes no difference. */
const pictureAnswer = ({ bytes, media }: { readonly bytes: Uint8Array; readonly media: string }) =>
  raw(
    new Response(Uint8Array.from(bytes), {
      headers: {
        "content-type": media,
        "content-disposition": "attachment",
        "content-security-policy": "sandbox",
        "cache-control": "private, max-age=3600"
      }
    })
  )

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
    readViewpoint: ({ path }) => viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid),
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
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) => ({
        selection: components?.selection ?? []
      })),
    readColoring: ({ path }) =>
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) => ({
        coloring: components?.coloring ?? []
      })),
    readVisibility: ({ path }) =>
      Effect.map(viewpoints.read(path.projectId, path.topicGuid, path.viewpointGuid), ({ components }) => ({
        visibility: components?.visibility ?? { default_visibility: true, exceptions: [] }
      }))
  })
})
