import type { BcfTopic } from "../BcfFile.ts"
import { present } from "../Present.ts"
import { ofBcfReference } from "../../domain/DerivedUuid.ts"
import { limits } from "../../domain/Limits.ts"
import { restKey } from "../../domain/topics/Rest.ts"
import { beyond, invalid } from "./BcfFault.ts"
import { all, attributeOf, first, flagOf, textOf, unknownOf, type Xml } from "./Xml.ts"

const knownOfMarkup = new Set(["Header", "Topic", "Comment", "Viewpoints"])

const knownOfTopic = new Set([
  "ReferenceLinks",
  "ReferenceLink",
  "Title",
  "Priority",
  "Index",
  "Labels",
  "CreationDate",
  "CreationAuthor",
  "ModifiedDate",
  "ModifiedAuthor",
  "DueDate",
  "AssignedTo",
  "Stage",
  "Description",
  "BimSnippet",
  "DocumentReferences",
  "DocumentReference",
  "RelatedTopics",
  "RelatedTopic",
  "Comments",
  "Viewpoints"
])

const knownOfComment = new Set(["Date", "Author", "Comment", "Viewpoint", "ModifiedDate", "ModifiedAuthor"])

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isGuid = (text: string): boolean => form.test(text)

/** Returns a text as a guid in lower case, or undefined if it is not a guid; version 2.1 allows either case. */
const asGuid = (text: string | undefined): string | undefined => {
  const guid = text
    ?.trim()
    .toLowerCase()
    .replace(/^\{(.*)\}$/, "$1")
  return guid === undefined || !isGuid(guid) ? undefined : guid
}

const guidIn = (parent: Xml | undefined): string | undefined => asGuid(attributeOf(parent, "Guid"))

/** Returns a guid in lower case. Throws `BcfFault` if there is none. */
const guidOf = (parent: Xml): string => {
  const guid = guidIn(parent)
  if (guid === undefined) throw invalid(`The element ${parent.name} has no valid Guid.`)
  return guid
}

const integerOf = (parent: Xml, name: string): number | undefined => {
  const number = Number(textOf(parent, name))
  return Number.isSafeInteger(number) ? number : undefined
}

/** Returns the texts of repeated elements (2.1), or of the items of a list of that name (3.0). */
const textsOf = (parent: Xml, list: string, item: string): ReadonlyArray<string> =>
  [...all(parent, list).flatMap((one) => (one.children.length === 0 ? [one] : all(one, item))), ...all(parent, item)]
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "")

/** The names of the files of a viewpoint and of its picture in the folder of the topic. */
interface NamedViewpoint {
  readonly guid: string
  readonly file: string | undefined
  readonly snapshot: string | undefined
  readonly index: number | undefined
}

/** A document in the archive. In version 2.1 it has no guid. */
interface InnerDocument {
  readonly guid: string
  readonly path: string
}

/** The content of `markup.bcf`. */
export interface Markup extends Omit<BcfTopic, "viewpoints" | "snippet" | "others"> {
  readonly viewpoints: ReadonlyArray<NamedViewpoint>
  readonly innerDocuments: ReadonlyArray<InnerDocument>
}

/** The path of a document in an exported file of version 2.1. */
const exportedDocument = /^\.\.\/documents\/([0-9a-f-]{36})\/[^/]+$/

/**
 * References of version 2.1 need no guid. It is derived from the reference, so that another import gives it the same
 * guid.
 */
const referenceOf =
  (topic: string) =>
  (reference: Xml, position: number): readonly [BcfTopic["document_references"][number], InnerDocument | null] => {
    const description = textOf(reference, "Description")
    const path = textOf(reference, "ReferencedDocument")?.trim()
    const guid = guidIn(reference) ?? ofBcfReference(topic, path ?? "", position)
    if (path !== undefined && flagOf(reference, "IsExternal") !== true) {
      const document_guid = asGuid(exportedDocument.exec(path)?.[1]) ?? guid
      return [
        { guid, document_guid, ...present({ description }) },
        { guid: document_guid, path }
      ]
    }
    const document_guid = asGuid(textOf(reference, "DocumentGuid"))
    return [{ guid, ...present({ document_guid, url: textOf(reference, "Url")?.trim() ?? path, description }) }, null]
  }

const commentOf = (comment: Xml): BcfTopic["comments"][number] => ({
  guid: guidOf(comment),
  date: textOf(comment, "Date")?.trim() ?? "",
  author: textOf(comment, "Author") ?? "",
  comment: textOf(comment, "Comment") ?? "",
  ...present({
    // Some programs write the guid of the viewpoint as the text of the element.
    viewpoint_guid: guidIn(first(comment, "Viewpoint")) ?? asGuid(textOf(comment, "Viewpoint")),
    modified_date: textOf(comment, "ModifiedDate")?.trim(),
    modified_author: textOf(comment, "ModifiedAuthor")
  })
})

const snippetOf = (snippet: Xml | undefined) =>
  snippet === undefined
    ? undefined
    : {
        snippet_type: attributeOf(snippet, "SnippetType") ?? "",
        is_external: flagOf(snippet, "IsExternal") ?? false,
        reference: textOf(snippet, "Reference")?.trim() ?? "",
        reference_schema: textOf(snippet, "ReferenceSchema")?.trim() ?? ""
      }

const topicOf = (topic: Xml): BcfTopic["topic"] => ({
  guid: guidOf(topic),
  title: textOf(topic, "Title") ?? "",
  reference_links: textsOf(topic, "ReferenceLinks", "ReferenceLink"),
  labels: textsOf(topic, "Labels", "Label"),
  creation_date: textOf(topic, "CreationDate")?.trim() ?? "",
  creation_author: textOf(topic, "CreationAuthor") ?? "",
  ...present({
    server_assigned_id: attributeOf(topic, "ServerAssignedId"),
    topic_type: attributeOf(topic, "TopicType"),
    topic_status: attributeOf(topic, "TopicStatus"),
    priority: textOf(topic, "Priority"),
    index: integerOf(topic, "Index"),
    modified_date: textOf(topic, "ModifiedDate")?.trim(),
    modified_author: textOf(topic, "ModifiedAuthor"),
    due_date: textOf(topic, "DueDate")?.trim(),
    assigned_to: textOf(topic, "AssignedTo"),
    stage: textOf(topic, "Stage"),
    description: textOf(topic, "Description"),
    bim_snippet: snippetOf(first(topic, "BimSnippet"))
  })
})

const fileOf = (file: Xml): BcfTopic["files"][number] =>
  present({
    ifc_project: attributeOf(file, "IfcProject"),
    ifc_spatial_structure_element: attributeOf(file, "IfcSpatialStructureElement"),
    is_external: flagOf(file, "IsExternal"),
    filename: textOf(file, "Filename"),
    date: textOf(file, "Date")?.trim(),
    reference: textOf(file, "Reference")?.trim()
  })

/**
 * Reads the root element of `markup.bcf`, of version 2.1 or 3.0. Throws `BcfFault` if the topic or a guid is missing,
 * or if there are more comments, viewpoints or references than a topic may have.
 */
export const readMarkup = (root: Xml): Markup => {
  const topic = first(root, "Topic")
  if (topic === undefined) throw invalid("A markup.bcf has no Topic.")
  const header = first(root, "Header")
  const comments = [...all(root, "Comment"), ...all(first(topic, "Comments"), "Comment")]
  const inTopic = first(topic, "Viewpoints")
  // The schema of version 3.0 spells this element differently from all other sources.
  const viewpoints = [...all(root, "Viewpoints"), ...all(inTopic, "ViewPoint"), ...all(inTopic, "Viewpoint")]
  // A topic with too many parts is refused before any of it is stored.
  if (comments.length > limits.commentsOfTopic.most) throw beyond(limits.commentsOfTopic)
  if (viewpoints.length > limits.viewpointsOfTopic.most) throw beyond(limits.viewpointsOfTopic)
  const references = [
    ...all(topic, "DocumentReference"),
    ...all(first(topic, "DocumentReferences"), "DocumentReference")
  ]
  if (references.length > limits.referencesOfTopic.most) throw beyond(limits.referencesOfTopic)
  const referred = references.map(referenceOf(guidOf(topic)))
  const rest = [
    ["Markup", unknownOf(root, knownOfMarkup)] as const,
    ["Topic", unknownOf(topic, knownOfTopic)] as const,
    ...comments.map((comment) => [restKey("Comment", guidOf(comment)), unknownOf(comment, knownOfComment)] as const)
  ]
  return {
    topic: topicOf(topic),
    files: [...all(header, "File"), ...all(first(header, "Files"), "File")].map(fileOf),
    comments: comments.map(commentOf),
    viewpoints: viewpoints.map((viewpoint) => ({
      guid: guidOf(viewpoint),
      file: textOf(viewpoint, "Viewpoint")?.trim(),
      snapshot: textOf(viewpoint, "Snapshot")?.trim(),
      index: integerOf(viewpoint, "Index")
    })),
    related_topics: [...all(topic, "RelatedTopic"), ...all(first(topic, "RelatedTopics"), "RelatedTopic")].flatMap(
      (related) => guidIn(related) ?? []
    ),
    document_references: referred.map(([reference]) => reference),
    innerDocuments: referred.flatMap(([, document]) => (document === null ? [] : [document])),
    rest: Object.fromEntries(rest.filter(([, xml]) => xml.length > 0))
  }
}
