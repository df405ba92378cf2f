import * as Schema from "effect/Schema"
import { optional } from "../Optional.ts"

// The members have the names of the BCF API, under which topics are also stored.

const BimSnippet = Schema.Struct({
  snippet_type: Schema.String,
  is_external: Schema.Boolean,
  reference: Schema.String,
  reference_schema: Schema.String
}).annotations({ identifier: "BcfSnippet" })
const text = optional(Schema.String)

/** The members of a topic that people change. */
const content = {
  topic_type: text,
  topic_status: text,
  reference_links: Schema.Array(Schema.String),
  title: Schema.String,
  priority: text,
  index: optional(Schema.Int),
  labels: Schema.Array(Schema.String),
  assigned_to: text,
  stage: text,
  description: text,
  bim_snippet: optional(BimSnippet),
  due_date: text
}

/** A topic as it is stored and answered. */
export const Topic = Schema.Struct({
  guid: Schema.String,
  server_assigned_id: Schema.String,
  ...content,
  creation_date: Schema.String,
  creation_author: Schema.String,
  modified_date: text,
  modified_author: text
}).annotations({ identifier: "BcfTopic" })
export type Topic = typeof Topic.Type

/** A comment as it is stored and answered. */
export const TopicComment = Schema.Struct({
  guid: Schema.String,
  date: Schema.String,
  author: Schema.String,
  comment: Schema.String,
  topic_guid: Schema.String,
  viewpoint_guid: text,
  modified_date: text,
  modified_author: text
}).annotations({ identifier: "BcfComment" })
export type TopicComment = typeof TopicComment.Type

/** A model file that a topic is about. */
export const TopicFile = Schema.Struct({
  ifc_project: text,
  ifc_spatial_structure_element: text,
  filename: text,
  date: text,
  reference: text
}).annotations({ identifier: "BcfFile" })
export type TopicFile = typeof TopicFile.Type

/** A document of the project, or a page elsewhere, that a topic refers to. */
export const DocumentReference = Schema.Struct({
  guid: Schema.String,
  document_guid: text,
  url: text,
  description: text
}).annotations({ identifier: "BcfDocumentReference" })
export type DocumentReference = typeof DocumentReference.Type
