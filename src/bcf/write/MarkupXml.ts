import type { DocumentReference } from "../../domain/topics/Topic.ts"
import type { BcfTopic, BcfViewpoint } from "../BcfFile.ts"
import { globalId } from "../../domain/topics/Viewpoint.ts"
import { millisecondsOf } from "../../domain/topics/Moment.ts"
import { document, element, listElement, textElement } from "./XmlText.ts"

/** The schema wants a type and a status, which the API does not. */
const usual = { type: "Issue", status: "Open" }

/** Stands for texts that the schema wants and that are absent. */
const unknown = "?"

/** The schema wants dates, which files in the field lack. */
const beginning = "1970-01-01T00:00:00Z"

/** Returns a date as the schema writes it: with a zone of hours and minutes, or none. */
const date = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const at = millisecondsOf(text)
  return at === null ? undefined : /T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : iso(at)
}

const iso = (at: number): string => new Date(at).toISOString()

/** The name of a snippet that lies in the folder of its topic. */
export const snippetName = "snippet.bin"

export const viewpointName = (guid: string): string => `Viewpoint_${guid}.bcfv`
export const snapshotName = (guid: string, type: string): string => `Snapshot_${guid}.${type}`

/** Returns a whole number as the schema writes it; nothing if it is beyond 32 bits. */
const integer = (number: number | undefined): string | undefined =>
  number === undefined || (number | 0) !== number ? undefined : String(number)

const globalIdOf = (text: string | undefined): string | undefined =>
  text !== undefined && globalId.test(text) ? text : undefined

const headerElement = (files: BcfTopic["files"]): string =>
  files.length === 0
    ? ""
    : element(
        "Header",
        {},
        listElement(
          "Files",
          files.map((file) =>
            element(
              "File",
              {
                IfcProject: globalIdOf(file.ifc_project),
                IfcSpatialStructureElement: globalIdOf(file.ifc_spatial_structure_element),
                IsExternal: file.is_external ?? true
              },
              textElement("Filename", file.filename) +
                textElement("Date", date(file.date)) +
                textElement("Reference", file.reference)
            )
          )
        )
      )

const referenceElement = ({ description, document_guid, guid, url }: DocumentReference): string =>
  element(
    "DocumentReference",
    { Guid: guid },
    (document_guid === undefined ? textElement("Url", url) : textElement("DocumentGuid", document_guid)) +
      textElement("Description", description)
  )

const commentElement = (comment: BcfTopic["comments"][number], rest: BcfTopic["rest"]): string =>
  element(
    "Comment",
    { Guid: comment.guid },
    textElement("Date", date(comment.date) ?? beginning) +
      textElement("Author", comment.author.trim() === "" ? unknown : comment.author) +
      textElement("Comment", comment.comment) +
      (comment.viewpoint_guid === undefined ? "" : element("Viewpoint", { Guid: comment.viewpoint_guid })) +
      textElement("ModifiedDate", date(comment.modified_date)) +
      (date(comment.modified_date) === undefined ? "" : textElement("ModifiedAuthor", comment.modified_author)) +
      (rest[comment.guid] ?? []).join("")
  )

const viewpointElement = ({ snapshot, viewpoint: { guid, index, ...viewpoint } }: BcfViewpoint): string =>
  element(
    "ViewPoint",
    { Guid: guid },
    textElement("Viewpoint", viewpointName(guid)) +
      textElement(
        "Snapshot",
        snapshot === null ? undefined : snapshotName(guid, viewpoint.snapshot?.snapshot_type ?? "png")
      ) +
      textElement("Index", integer(index))
  )

const snippetElement = ({ snippet, topic: { bim_snippet } }: BcfTopic): string =>
  bim_snippet === undefined || (snippet === null && bim_snippet.reference.trim() === "")
    ? ""
    : element(
        "BimSnippet",
        {
          SnippetType: bim_snippet.snippet_type.trim() || unknown,
          IsExternal: snippet === null && bim_snippet.is_external
        },
        textElement("Reference", snippet === null ? bim_snippet.reference : snippetName) +
          textElement("ReferenceSchema", bim_snippet.reference_schema.trim() || unknown)
      )

/** Returns the file `markup.bcf` of a topic, by markup.xsd of BCF 3.0, with unknown elements at the end of each. */
export const markup = (whole: BcfTopic): Uint8Array => {
  const { comments, document_references, files, related_topics, rest, topic, viewpoints } = whole
  return document(
    element(
      "Markup",
      {},
      headerElement(files) +
        element(
          "Topic",
          {
            Guid: topic.guid,
            ServerAssignedId: topic.server_assigned_id,
            TopicType: topic.topic_type?.trim() || usual.type,
            TopicStatus: topic.topic_status?.trim() || usual.status
          },
          listElement(
            "ReferenceLinks",
            topic.reference_links.map((link) => textElement("ReferenceLink", link))
          ) +
            textElement("Title", topic.title.trim() === "" ? unknown : topic.title) +
            textElement("Priority", topic.priority) +
            textElement("Index", integer(topic.index)) +
            listElement(
              "Labels",
              topic.labels.map((label) => textElement("Label", label))
            ) +
            textElement("CreationDate", date(topic.creation_date) ?? beginning) +
            textElement("CreationAuthor", topic.creation_author.trim() === "" ? unknown : topic.creation_author) +
            textElement("ModifiedDate", date(topic.modified_date)) +
            (date(topic.modified_date) === undefined ? "" : textElement("ModifiedAuthor", topic.modified_author)) +
            textElement("DueDate", date(topic.due_date)) +
            textElement("AssignedTo", topic.assigned_to) +
            textElement("Stage", topic.stage) +
            textElement("Description", topic.description) +
            snippetElement(whole) +
            listElement("DocumentReferences", document_references.map(referenceElement)) +
            listElement(
              "RelatedTopics",
              related_topics.map((guid) => element("RelatedTopic", { Guid: guid }))
            ) +
            listElement(
              "Comments",
              comments.map((comment) => commentElement(comment, rest))
            ) +
            listElement("Viewpoints", viewpoints.map(viewpointElement)) +
            (rest["Topic"] ?? []).join("")
        ) +
        (rest["Markup"] ?? []).join("")
    )
  )
}
