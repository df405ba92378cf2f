import * as Effect from "effect/Effect"
import { Topics } from "../../../application/topics/Topics.ts"
import { Viewpoints } from "../../../application/topics/Viewpoints.ts"
import type { ProjectId } from "../../../domain/Identifier.ts"
import type { UserId } from "../../../domain/Principal.ts"
import type { ViewpointPart } from "../../../domain/topics/ViewpointPart.ts"
import { ViewpointsApi } from "../../api/topics/ViewpointsApi.ts"
import { bind, raw, written } from "../../call/Call.ts"
import { arrayOfTexts } from "./Listing.ts"
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

/** Sends JSON as it is stored: parsing a large viewpoint would take long. */
const json = (text: string) => written(Buffer.from(text))

interface OfViewpoint {
  readonly path: { readonly projectId: ProjectId; readonly topicGuid: string; readonly viewpointGuid: string }
  readonly principal: { readonly userId: UserId }
}

export const bindings = Effect.gen(function* () {
  const topics = yield* Topics
  const viewpoints = yield* Viewpoints
  const part =
    (of: ViewpointPart) =>
    ({ path, principal: { userId } }: OfViewpoint) =>
      Effect.map(viewpoints.part(userId, path.projectId, path.topicGuid, path.viewpointGuid, of), json)
  return bind(ViewpointsApi, {
    listViewpoints: ({ path }) => Effect.flatMap(viewpoints.list(path.projectId, path.topicGuid), arrayOfTexts),
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
    readSelection: part("selection"),
    readColoring: part("coloring"),
    readVisibility: part("visibility")
  })
})
