import { type Level, ZipFile } from "../../sheets/write/ZipFile.ts"
import type { BcfDocument, BcfHead, BcfTopic, Bytes, Extensions } from "../BcfFile.ts"
import { markup, snapshotName, snippetName, viewpointName } from "./MarkupXml.ts"
import { bitmapName, visualizationInfo } from "./VisualizationXml.ts"
import { document, element, listElement, textElement } from "./XmlText.ts"

type Entry = readonly [name: string, content: Iterable<Bytes>, level?: Level]

type Pieces = Generator<Uint8Array<ArrayBuffer>, void, undefined>

const words = (list: string, item: string, values: ReadonlyArray<string>): string =>
  element(list, {}, values.map((value) => textElement(item, value)).join(""))

function* headFiles({ documents, extensions, project }: BcfHead): Generator<Entry> {
  yield ["bcf.version", [document(element("Version", { VersionId: "3.0" }))]]
  if (project !== null) {
    const { id, name } = project
    const content = element("Project", { ProjectId: id }, textElement("Name", name))
    yield ["project.bcfp", [document(element("ProjectInfo", {}, content))]]
  }
  yield [
    "extensions.xml",
    [
      document(
        element(
          "Extensions",
          {},
          words("TopicTypes", "TopicType", extensions.topic_type) +
            words("TopicStatuses", "TopicStatus", extensions.topic_status) +
            words("Priorities", "Priority", extensions.priority) +
            words("TopicLabels", "TopicLabel", extensions.topic_label) +
            words("Users", "User", extensions.users) +
            words("SnippetTypes", "SnippetType", extensions.snippet_type) +
            words("Stages", "Stage", extensions.stage)
        )
      )
    ]
  ]
  if (documents.length > 0) {
    const listed = documents.map(({ description, filename, guid }) =>
      element("Document", { Guid: guid }, textElement("Filename", filename) + textElement("Description", description))
    )
    yield ["documents.xml", [document(element("DocumentInfo", {}, listElement("Documents", listed)))]]
  }
}

function* topicFiles(whole: BcfTopic): Generator<Entry> {
  const folder = whole.topic.guid
  yield [`${folder}/markup.bcf`, [markup(whole)]]
  for (const { bitmaps, snapshot, viewpoint } of whole.viewpoints) {
    yield [`${folder}/${viewpointName(viewpoint.guid)}`, [visualizationInfo(viewpoint, whole.rest[viewpoint.guid])]]
    const type = viewpoint.snapshot?.snapshot_type ?? "png"
    if (snapshot !== null) yield [`${folder}/${snapshotName(viewpoint.guid, type)}`, [snapshot], 0]
    for (const { bitmap_type, guid } of viewpoint.bitmaps ?? []) {
      const bytes = bitmaps[guid]
      if (bytes !== undefined) yield [`${folder}/${bitmapName(guid, bitmap_type)}`, [bytes], 0]
    }
  }
  if (whole.snippet !== null) yield [`${folder}/${snippetName}`, [whole.snippet]]
  for (const [name, bytes] of whole.others) yield [`${folder}/${name}`, [bytes]]
}

/** Returns the head of a file of a project. */
export const bcfHead = (
  project: { readonly id: string; readonly name: string },
  extensions: Extensions,
  documents: ReadonlyArray<BcfDocument>
): BcfHead => ({ project, extensions, documents })

/** Bytes that are packed at once, so that whoever takes the pieces can do other work in between. */
const packedAtOnce = 256 * 1024

function* slices(content: Iterable<Bytes>): Generator<Bytes> {
  for (const bytes of content) {
    for (let at = 0; at < bytes.length; at += packedAtOnce) yield bytes.subarray(at, at + packedAtOnce)
  }
}

/** A BCF 3.0 file that is written topic by topic, so that only one of them is in memory. */
export class BcfWriter {
  private readonly zip = new ZipFile();

  private *entries(entries: Iterable<Entry>): Pieces {
    for (const [name, content, level] of entries) yield* this.zip.add(name, slices(content), level)
  }

  head(head: BcfHead): Pieces {
    return this.entries(headFiles(head))
  }

  topic(topic: BcfTopic): Pieces {
    return this.entries(topicFiles(topic))
  }

  /** Generates a document that the head lists. */
  document(guid: string, bytes: Bytes): Pieces {
    return this.entries([[`documents/${guid}`, [bytes], 0]])
  }

  end(): Pieces {
    return this.zip.end()
  }
}

/**
 * Generates a BCF 3.0 file in pieces. Topics and documents are taken one after another.
 *
 * @param documents the bytes of the documents that `head` lists, by guid
 */
export function* bcfFile(
  head: BcfHead,
  topics: Iterable<BcfTopic>,
  documents: Iterable<readonly [guid: string, bytes: Bytes]> = []
): Pieces {
  const writer = new BcfWriter()
  yield* writer.head(head)
  for (const topic of topics) yield* writer.topic(topic)
  for (const [guid, bytes] of documents) yield* writer.document(guid, bytes)
  yield* writer.end()
}
