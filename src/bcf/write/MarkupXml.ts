import type { DocumentReference } from "../../domain/topics/Topic.ts"
import type { BcfTopic, BcfViewpoint, Version } from "../BcfFile.ts"
import { restKey } from "../../domain/topics/Rest.ts"
import { globalId } from "../../domain/topics/Viewpoint.ts"
import { millisecondsOf } from "../../domain/topics/Moment.ts"
import { document, element, kept, listElement, textElement } from "./XmlText.ts"

/** The schema of version 3.0 requires a type and a status, which the API does not. */
const usual = { type: "Issue", status: "Open" }

/** A placeholder for absent texts that the schema requires. */
const unknown = "?"

/** The schema requires dates, but files of other programs may lack them. */
const beginning = "1970-01-01T00:00:00Z"

/** The version of a file, and the paths of its documents from its root in version 2.1, by guid. */
export interface Written {
  readonly version: Version
  readonly documents: ReadonlyMap<string, string>
}

/** Returns a date in the form of the schema: with an offset in hours and minutes, or without one. */
const date = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const at = millisecondsOf(text)
  return at === null ? undefined : /T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : iso(at)
}

const iso = (at: number): string => new Date(at).toISOString()

const plainName = /^[\p{L}\p{N}_ .()-]{1,100}$/u
const otherFile = /^\.|\.bcfv?$|^(?:Viewpoint|Snapshot|Bitmap)_/i

/**
 * Returns the name of a snippet in the folder of its topic: that of its reference, unless another file may have this
 * name.
 */
export const snippetName = ({ others, topic }: Pick<BcfTopic, "others" | "topic">): string => {
  const name = topic.bim_snippet?.reference.split(/[\\/]/).at(-1)?.trim() ?? ""
  const isFree = plainName.test(name) && !otherFile.test(name) && !others.some(([other]) => other === name)
  return isFree ? name : "snippet.bin"
}

export const viewpointName = (guid: string): string => `Viewpoint_${guid}.bcfv`
export const snapshotName = (guid: string, type: string): string => `Snapshot_${guid}.${type}`

/** Returns a whole number in the form of the schema; undefined if it exceeds 32 bits. */
const integer = (number: number | undefined): string | undefined =>
  number === undefined || (number | 0) !== number ? undefined : String(number)

const globalIdOf = (text: string | undefined): string | undefined =>
  text !== undefined && globalId.test(text) ? text : undefined

/** Returns elements that version 3.0 has in a list, and version 2.1 beside their siblings. */
const listed = (version: Version, list: string, items: ReadonlyArray<string>): string =>
  version === "3.0" ? listElement(list, items) : items.join("")

/** The versions differ in the case of this attribute. */
const external = (version: Version, isExternal: boolean) => ({
  [version === "3.0" ? "IsExternal" : "isExternal"]: isExternal
})

const headerElement = (files: BcfTopic["files"], version: Version): string =>
  files.length === 0
    ? ""
    : element(
        "Header",
        {},
        listed(
          version,
          "Files",
          files.map((file) =>
            element(
              "File",
              {
                IfcProject: globalIdOf(file.ifc_project),
                IfcSpatialStructureElement: globalIdOf(file.ifc_spatial_structure_element),
                ...external(version, file.is_external ?? true)
              },
              textElement("Filename", file.filename) +
                textElement("Date", date(file.date)) +
                textElement("Reference", file.reference)
            )
          )
        )
      )

const referenceElement =
  ({ documents, version }: Written) =>
  ({ description, document_guid, guid, url }: DocumentReference): string => {
    const about = textElement("Description", description)
    if (version === "3.0") {
      const place = document_guid === undefined ? textElement("Url", url) : textElement("DocumentGuid", document_guid)
      return element("DocumentReference", { Guid: guid }, place + about)
    }
    const path = documents.get(document_guid ?? "")
    return element(
      "DocumentReference",
      { Guid: guid, ...external(version, path === undefined) },
      textElement("ReferencedDocument", path === undefined ? url : `../${path}`) + about
    )
  }

/** Returns the date and the author of a change. Version 3.0 requires both or neither. */
const modified = (part: { readonly modified_date?: string; readonly modified_author?: string }): string => {
  const at = date(part.modified_date)
  return at === undefined ? "" : textElement("ModifiedDate", at) + textElement("ModifiedAuthor", part.modified_author)
}

const commentElement =
  (rest: BcfTopic["rest"], version: Version) =>
  (comment: BcfTopic["comments"][number]): string =>
    element(
      "Comment",
      { Guid: comment.guid },
      textElement("Date", date(comment.date) ?? beginning) +
        textElement("Author", comment.author.trim() === "" ? unknown : comment.author) +
        (textElement("Comment", comment.comment) || (version === "3.0" ? "" : element("Comment", {}))) +
        (comment.viewpoint_guid === undefined ? "" : element("Viewpoint", { Guid: comment.viewpoint_guid })) +
        modified(comment) +
        kept(rest[restKey("Comment", comment.guid)])
    )

const viewpointElement =
  (version: Version) =>
  ({ snapshot, viewpoint: { guid, index, ...viewpoint } }: BcfViewpoint): string =>
    element(
      version === "3.0" ? "ViewPoint" : "Viewpoints",
      { Guid: guid },
      textElement("Viewpoint", viewpointName(guid)) +
        textElement(
          "Snapshot",
          snapshot === null ? undefined : snapshotName(guid, viewpoint.snapshot?.snapshot_type ?? "png")
        ) +
        textElement("Index", integer(index))
    )

const snippetElement = (whole: BcfTopic, version: Version): string => {
  const { snippet } = whole
  const { bim_snippet } = whole.topic
  return bim_snippet === undefined || (snippet === null && bim_snippet.reference.trim() === "")
    ? ""
    : element(
        "BimSnippet",
        {
          SnippetType: bim_snippet.snippet_type.trim() || unknown,
          ...external(version, snippet === null && bim_snippet.is_external)
        },
        textElement("Reference", snippet === null ? bim_snippet.reference : snippetName(whole)) +
          textElement("ReferenceSchema", bim_snippet.reference_schema.trim() || unknown)
      )
}

/** Returns the attributes of a topic, of which version 2.1 has only the guid. */
const attributesOf = ({ guid, server_assigned_id, topic_status, topic_type }: BcfTopic["topic"], version: Version) =>
  version === "2.1"
    ? { Guid: guid, TopicType: topic_type?.trim(), TopicStatus: topic_status?.trim() }
    : {
        Guid: guid,
        ServerAssignedId: server_assigned_id,
        TopicType: topic_type?.trim() || usual.type,
        TopicStatus: topic_status?.trim() || usual.status
      }

/** Returns the file `markup.bcf` of a topic, according to markup.xsd of a version. */
export const markup = (whole: BcfTopic, written: Written): Uint8Array => {
  const { document_references, files, related_topics, rest, topic } = whole
  const { version } = written
  const comments = whole.comments.map(commentElement(rest, version))
  const viewpoints = whole.viewpoints.map(viewpointElement(version))
  const inTopic = listElement("Comments", comments) + listElement("Viewpoints", viewpoints)
  const beside = [...comments, ...viewpoints].join("")
  return document(
    element(
      "Markup",
      {},
      headerElement(files, version) +
        element(
          "Topic",
          attributesOf(topic, version),
          listed(
            version,
            "ReferenceLinks",
            topic.reference_links.map((link) => textElement("ReferenceLink", link))
          ) +
            textElement("Title", topic.title.trim() === "" ? unknown : topic.title) +
            textElement("Priority", topic.priority) +
            textElement("Index", integer(topic.index)) +
            listed(
              version,
              "Labels",
              topic.labels.map((label) => textElement(version === "3.0" ? "Label" : "Labels", label))
            ) +
            textElement("CreationDate", date(topic.creation_date) ?? beginning) +
            textElement("CreationAuthor", topic.creation_author.trim() === "" ? unknown : topic.creation_author) +
            modified(topic) +
            textElement("DueDate", date(topic.due_date)) +
            textElement("AssignedTo", topic.assigned_to) +
            textElement("Stage", topic.stage) +
            textElement("Description", topic.description) +
            snippetElement(whole, version) +
            listed(version, "DocumentReferences", document_references.map(referenceElement(written))) +
            listed(
              version,
              "RelatedTopics",
              related_topics.map((guid) => element("RelatedTopic", { Guid: guid }))
            ) +
            (version === "3.0" ? inTopic : "") +
            kept(rest["Topic"])
        ) +
        (version === "3.0" ? "" : beside) +
        kept(rest["Markup"])
    )
  )
}
