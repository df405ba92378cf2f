import { type Level, ZipFile } from "../../sheets/write/ZipFile.ts"
import { restKey } from "../../domain/topics/Rest.ts"
import type { BcfDocument, BcfHead, BcfTopic, Bytes, Extensions, Version } from "../BcfFile.ts"
import { extensionsSchema } from "./ExtensionsXsd.ts"
import { markup, snapshotName, snippetName, viewpointName, type Written } from "./MarkupXml.ts"
import { bitmapName, visualizationInfo } from "./VisualizationXml.ts"
import { document, element, listElement, textElement } from "./XmlText.ts"

type Entry = readonly [name: string, content: Iterable<Bytes>, level?: Level]

type Pieces = Generator<Uint8Array<ArrayBuffer>, void, undefined>

const words = (list: string, item: string, values: ReadonlyArray<string>): string =>
  element(list, {}, values.map((value) => textElement(item, value)).join(""))

const projectElement = ({ id, name }: NonNullable<BcfHead["project"]>): string =>
  element("Project", { ProjectId: id }, textElement("Name", name))

function* headFiles({ documents, extensions, project }: BcfHead): Generator<Entry> {
  yield ["bcf.version", [document(element("Version", { VersionId: "3.0" }))]]
  if (project !== null) yield ["project.bcfp", [document(element("ProjectInfo", {}, projectElement(project)))]]
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

/** Version 2.1 has the words as a schema, and no list of documents. */
function* oldHeadFiles({ extensions, project }: BcfHead): Generator<Entry> {
  const version = element("Version", { VersionId: "2.1" }, textElement("DetailedVersion", "2.1"))
  yield ["bcf.version", [document(version)]]
  const schema = textElement("ExtensionSchema", "extensions.xsd")
  const about = (project === null ? "" : projectElement(project)) + schema
  yield ["project.bcfp", [document(element("ProjectExtension", {}, about))]]
  yield ["extensions.xsd", [document(extensionsSchema(extensions))]]
}

/** Returns the path of a document in a file of version 2.1, which ends with its name. */
const pathOf = ({ filename, guid }: BcfDocument): string =>
  `documents/${guid}/${filename.replaceAll(unsafe, "_").trim().replace(/^\.*$/, "_")}`

/** Characters that some systems do not allow in names of files. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\\/:*?"<>|]/g

function* topicFiles(whole: BcfTopic, written: Written): Generator<Entry> {
  const folder = whole.topic.guid
  yield [`${folder}/markup.bcf`, [markup(whole, written)]]
  for (const { bitmaps, snapshot, viewpoint } of whole.viewpoints) {
    const rest = whole.rest[restKey("Viewpoint", viewpoint.guid)]
    yield [`${folder}/${viewpointName(viewpoint.guid)}`, [visualizationInfo(viewpoint, rest, written.version)]]
    const type = viewpoint.snapshot?.snapshot_type ?? "png"
    if (snapshot !== null) yield [`${folder}/${snapshotName(viewpoint.guid, type)}`, [snapshot], 0]
    for (const { bitmap_type, guid } of viewpoint.bitmaps ?? []) {
      const bytes = bitmaps[guid]
      if (bytes !== undefined) yield [`${folder}/${bitmapName(guid, bitmap_type)}`, [bytes], 0]
    }
  }
  if (whole.snippet !== null) yield [`${folder}/${snippetName(whole)}`, [whole.snippet]]
  for (const [name, bytes] of whole.others) yield [`${folder}/${name}`, [bytes]]
}

/** Returns the head of a file of a project. */
export const bcfHead = (
  project: { readonly id: string; readonly name: string },
  extensions: Extensions,
  documents: ReadonlyArray<BcfDocument>
): BcfHead => ({ project, extensions, documents })

/** The number of bytes that are packed at once, so that the consumer can do other work between two pieces. */
const packedAtOnce = 256 * 1024

function* slices(content: Iterable<Bytes>): Generator<Bytes> {
  for (const bytes of content) {
    for (let at = 0; at < bytes.length; at += packedAtOnce) yield bytes.subarray(at, at + packedAtOnce)
  }
}

/** A BCF file that is written topic by topic, so that only one of them is in memory. */
export class BcfWriter {
  private readonly zip = new ZipFile()
  private readonly written: Written

  constructor(
    private readonly of: BcfHead,
    version: Version = "3.0"
  ) {
    const documents = version === "3.0" ? [] : of.documents
    this.written = { version, documents: new Map(documents.map((one) => [one.guid, pathOf(one)])) }
  }

  private *entries(entries: Iterable<Entry>): Pieces {
    for (const [name, content, level] of entries) yield* this.zip.add(name, slices(content), level)
  }

  head(): Pieces {
    return this.entries(this.written.version === "3.0" ? headFiles(this.of) : oldHeadFiles(this.of))
  }

  topic(topic: BcfTopic): Pieces {
    return this.entries(topicFiles(topic, this.written))
  }

  /** Generates a document that the head lists. */
  document(guid: string, bytes: Bytes): Pieces {
    return this.entries([[this.written.documents.get(guid) ?? `documents/${guid}`, [bytes], 0]])
  }

  end(): Pieces {
    return this.zip.end()
  }
}

/**
 * Generates a BCF file in pieces. Topics and documents are taken one after another.
 *
 * @param documents the bytes of the documents that `head` lists, by guid
 */
export function* bcfFile(
  head: BcfHead,
  topics: Iterable<BcfTopic>,
  documents: Iterable<readonly [guid: string, bytes: Bytes]> = [],
  version: Version = "3.0"
): Pieces {
  const writer = new BcfWriter(head, version)
  yield* writer.head()
  for (const topic of topics) yield* writer.topic(topic)
  for (const [guid, bytes] of documents) yield* writer.document(guid, bytes)
  yield* writer.end()
}
