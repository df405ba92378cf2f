import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Uuid } from "../../../domain/Identifier.ts"
import { limits } from "../../../domain/Limits.ts"
import { optional } from "../../../domain/Optional.ts"
import { list } from "../../../domain/Text.ts"
import { DocumentReference, TopicFile } from "../../../domain/topics/Topic.ts"
import { DocumentReferenceDraft, TopicFileDraft } from "../../../domain/topics/TopicParts.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"
import { documentGuid, projectId, referenceGuid, topicGuid } from "../common/Parameters.ts"
import { SentFile } from "../common/SentFile.ts"

const reads = inProject("topics", "models:read", "User", { malformedIdentifier: 400 })
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("topics", "models:write", "User", { malformedIdentifier: 400, ...more })

const octets = {
  takesBytes: ["octets"],
  takesJson: false,
  mostBodyBytes: limits.topicDocumentBytes.most
} as const

const Document = Schema.Struct({ guid: Schema.String, filename: Schema.String }).annotations({
  identifier: "BcfDocument"
})

const Information = Schema.Struct({
  display_information: Schema.Array(Schema.Struct({ field_display_name: Schema.String, field_value: Schema.String })),
  file: TopicFile
}).annotations({ identifier: "BcfFileInformation" })

const bytes = (description: string) => ({
  responses: { 200: { description, content: { "*/*": { schema: { type: "string", format: "binary" } } } } }
})

/** Documents, snippets and model files of topics, by the BCF API 3.0. Contract section 18. */
export class TopicDocumentsApi extends HttpApiGroup.make("topicDocuments")
  .add(
    HttpApiEndpoint.get("listDocuments")`/bcf/3.0/projects/${projectId}/documents`
      .addSuccess(Schema.Array(Document))
      .annotateContext(told(reads, "List the documents of a project", "In the order of creation."))
  )
  .add(
    HttpApiEndpoint.post("createDocument")`/bcf/3.0/projects/${projectId}/documents`
      .setUrlParams(Schema.Struct({ guid: optional(Uuid).annotations({ description: "The guid of the document" }) }))
      .setPayload(SentFile)
      .addSuccess(Document, { status: 201 })
      .annotateContext(
        told(
          writes({ ...octets, keepsAnswer: true, refusals: [409] }),
          "Add a document",
          "Its name is that of `Content-Disposition`."
        )
      )
  )
  .add(
    HttpApiEndpoint.get("readDocument")`/bcf/3.0/projects/${projectId}/documents/${documentGuid}`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(reads, "Read a document"))
      .annotate(OpenApi.Override, bytes("The bytes of the document"))
  )
  .add(
    HttpApiEndpoint.get(
      "listDocumentReferences"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/document_references`
      .addSuccess(Schema.Array(DocumentReference))
      .annotateContext(told(reads, "List the documents that a topic refers to"))
  )
  .add(
    HttpApiEndpoint.post(
      "createDocumentReference"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/document_references`
      .setPayload(DocumentReferenceDraft)
      .addSuccess(DocumentReference, { status: 201 })
      .annotateContext(
        told(
          writes({ keepsAnswer: true, refusals: [409] }),
          "Refer to a document",
          "By `document_guid`, or by a `url` of http or https."
        )
      )
  )
  .add(
    HttpApiEndpoint.put(
      "changeDocumentReference"
    )`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/document_references/${referenceGuid}`
      .setPayload(DocumentReferenceDraft)
      .addSuccess(DocumentReference)
      .annotateContext(told(writes(), "Replace a reference to a document"))
  )
  .add(
    HttpApiEndpoint.get("listTopicFiles")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/files`
      .addSuccess(Schema.Array(TopicFile))
      .annotateContext(
        told(
          reads,
          "List the model files that a topic is about",
          "Without those of models that the caller may not see."
        )
      )
  )
  .add(
    HttpApiEndpoint.put("changeTopicFiles")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/files`
      .setPayload(list(TopicFileDraft))
      .addSuccess(Schema.Array(TopicFile))
      .annotateContext(told(writes(), "Replace the model files that a topic is about"))
  )
  .add(
    HttpApiEndpoint.get("listFilesInformation")`/bcf/3.0/projects/${projectId}/files_information`
      .addSuccess(Schema.Array(Information))
      .annotateContext(told(reads, "List the models that the caller sees, as files that topics may name"))
  )
  .add(
    HttpApiEndpoint.get("readSnippet")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/snippet`
      .addSuccess(Schema.Unknown)
      .annotateContext(told(reads, "Read the snippet of a topic"))
      .annotate(OpenApi.Override, bytes("The bytes of the snippet"))
  )
  .add(
    HttpApiEndpoint.put("changeSnippet")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/snippet`
      .setPayload(SentFile)
      .addSuccess(HttpApiSchema.Empty(200))
      .annotateContext(told(writes(octets), "Replace the snippet of a topic"))
  )
  .annotate(
    OpenApi.Description,
    "Documents of a project, and the documents, snippets and model files of topics, by the BCF API 3.0."
  ) {}
