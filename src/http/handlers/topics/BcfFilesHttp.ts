import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TopicExport } from "../../../application/topics/TopicExport.ts"
import { TopicImport } from "../../../application/topics/TopicImport.ts"
import { Topics } from "../../../application/topics/Topics.ts"
import { BcfFilesApi } from "../../api/topics/BcfFilesApi.ts"
import { bind, raw } from "../../call/Call.ts"

const fileHeaders = {
  "content-type": "application/octet-stream",
  "content-disposition": 'attachment; filename="topics.bcfzip"',
  "content-security-policy": "sandbox",
  "cache-control": "no-store"
}

export const bindings = Effect.gen(function* () {
  const topics = yield* Topics
  const imports = yield* TopicImport
  const exports = yield* TopicExport
  return bind(BcfFilesApi, {
    exportTopics: ({ principal, project, query }) =>
      Effect.flatMap(exports.file(project, principal.userId, query.version === "2.1" ? "2.1" : "3.0"), (pieces) =>
        Effect.map(Stream.toReadableStreamEffect(pieces), (body) => raw(new Response(body, { headers: fileHeaders })))
      ),
    importTopics: {
      resource: ({ principal: { userId }, project }) =>
        Effect.as(topics.requireWriter(project, userId), {
          prepare: ({ body }) =>
            "blob" in body ? imports.bringBlob(project, userId, body.blob) : imports.bring(project, userId, body.bytes)
        })
    }
  })
})
