import * as Effect from "effect/Effect"
import { TopicDocuments } from "../../../application/topics/TopicDocuments.ts"
import { Topics } from "../../../application/topics/Topics.ts"
import { TopicDocumentsApi } from "../../api/topics/TopicDocumentsApi.ts"
import { bind, raw } from "../../call/Call.ts"
import { deleted } from "./Versioned.ts"

/** Bytes of strangers are always downloaded, never shown. */
const download = (bytes: ReadableStream<Uint8Array>) =>
  raw(
    new Response(bytes, {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment",
        "content-security-policy": "sandbox",
        "cache-control": "no-store"
      }
    })
  )

/** Returns the name of a file by its Content-Disposition (RFC 6266), without folders. */
const fileNameOf = (headers: Headers): string => {
  const header = headers.get("content-disposition") ?? ""
  const [, encoded] = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header) ?? []
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header) ?? []
  const name = (encoded === undefined ? (quoted ?? bare) : decoded(encoded))?.split(/[\\/]/).at(-1)?.trim()
  return name === undefined || name === "" ? "document" : name.slice(0, 255).toWellFormed()
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const bindings = Effect.gen(function* () {
  const topics = yield* Topics
  const documents = yield* TopicDocuments
  return bind(TopicDocumentsApi, {
    listDocuments: ({ path }) =>
      Effect.map(documents.documents(path.projectId), (all) =>
        all.map(({ filename, name }) => ({ guid: name, filename: filename ?? name }))
      ),
    createDocument: {
      resource: ({ path: { projectId }, principal: { userId }, project, request }) =>
        Effect.as(topics.requireWriter(project, userId), {
          prepare: ({ body, query }) =>
            documents.add(projectId, query.guid ?? crypto.randomUUID(), fileNameOf(request.headers), body)
        })
    },
    readDocument: ({ path }) => Effect.map(documents.document(path.projectId, path.documentGuid), download),
    listDocumentReferences: ({ path }) =>
      Effect.map(documents.read(path.projectId, path.topicGuid), ({ more }) => more.document_references),
    createDocumentReference: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(documents.read(projectId, topicGuid)),
          Effect.as(({ body }) => documents.refer(projectId, userId, topicGuid, body))
        )
    },
    changeDocumentReference: {
      resource: ({ path: { projectId, referenceGuid, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(documents.requireReference(projectId, topicGuid, referenceGuid)),
          Effect.as(({ body }) => documents.changeReference(projectId, userId, topicGuid, referenceGuid, body))
        )
    },
    listTopicFiles: ({ path, principal, project }) => documents.filesOf(project, principal.userId, path.topicGuid),
    changeTopicFiles: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(documents.read(projectId, topicGuid)),
          Effect.as(({ body }) =>
            Effect.zipRight(
              documents.putFiles(project, userId, topicGuid, body),
              documents.filesOf(project, userId, topicGuid)
            )
          )
        )
    },
    listFilesInformation: ({ principal, project }) => documents.information(project, principal.userId),
    readSnippet: ({ path }) => Effect.map(documents.snippet(path.projectId, path.topicGuid), download),
    changeSnippet: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(documents.read(projectId, topicGuid)),
          Effect.as({
            prepare: ({ body }) => Effect.map(documents.putSnippet(projectId, topicGuid, body), Effect.map(deleted))
          })
        )
    }
  })
})
