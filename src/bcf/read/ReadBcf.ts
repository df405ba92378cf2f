import type { BcfDocument, BcfTopic, BcfViewpoint, Bytes } from "../BcfFile.ts"
import { present } from "../Present.ts"
import { limits } from "../../domain/Limits.ts"
import { restKey } from "../../domain/topics/Rest.ts"
import { Archive } from "./Archive.ts"
import { beyond, invalid } from "./BcfFault.ts"
import { isGuid, type Markup, readMarkup } from "./ReadMarkup.ts"
import { readVisualization } from "./ReadVisualization.ts"
import { all, attributeOf, first, parseXml, textOf } from "./Xml.ts"

/** A document with its bytes. */
export interface ReadDocument extends BcfDocument {
  readonly bytes: Bytes
}

/** A BCF file. Topics and documents are read one after another. */
interface ReadFile {
  readonly version: string
  readonly topics: () => Generator<ReadTopic>
  readonly documents: () => Generator<ReadDocument>
}

export interface ReadTopic extends BcfTopic {
  /** Documents that are in the folder of the topic or in one beside or above it, as version 2.1 allows. */
  readonly documents: ReadonlyArray<ReadDocument>
}

/** Some programs write no version. All versions are read in the same way. */
const unknownVersion = "2.1"

const versionOf = (archive: Archive): string => {
  if (!archive.has("bcf.version")) {
    if (archive.names.some((name) => name.toLowerCase().endsWith("/markup.bcf"))) return unknownVersion
    throw invalid("The file is no BCF file: it has no bcf.version.")
  }
  const version = attributeOf(parseXml(archive.read("bcf.version"), "bcf.version"), "VersionId")?.trim() ?? ""
  if (!/^(?:2|3)\.\d/.test(version)) throw invalid("The file is of another version of BCF than 2.1 and 3.0.")
  return version
}

/** Returns the path of a file that is named in a folder, `..` included; null if it leads out of the archive. */
const pathIn = (folder: string, name: string): string | null => {
  const parts: Array<string> = []
  for (const part of `${folder}/${name.replaceAll("\\", "/")}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null
    } else if (part !== "." && part !== "") parts.push(part)
  }
  return parts.join("/")
}

/** Reads the files of one folder and records which of them are referred to. */
const folderOf = (archive: Archive, folder: string) => {
  const taken = new Set<string>()
  return {
    read: (name: string | undefined): Bytes | null => {
      if (name === undefined || name.trim() === "") return null
      // Some programs write the path from the root of the archive instead of that within the folder.
      const path = [pathIn(folder, name), pathIn("", name)].find((one) => one !== null && archive.has(one))
      if (path === undefined || path === null) return null
      taken.add(path.toLowerCase())
      return archive.read(path)
    },
    others: (names: ReadonlyArray<string>) =>
      names
        .filter((name) => !taken.has(name.toLowerCase()))
        .map((name) => [name.slice(folder.length + 1), archive.read(name)] as const)
  }
}

type Folder = ReturnType<typeof folderOf>

const viewpointOf = (
  folder: Folder,
  { file, guid, index, snapshot: name }: Markup["viewpoints"][number]
): readonly [BcfViewpoint, rest: ReadonlyArray<string>] => {
  const bytes = folder.read(file)
  const seen = bytes === null ? null : readVisualization(parseXml(bytes, file ?? ""))
  const snapshot = folder.read(name)
  const bitmaps = (seen?.bitmaps ?? []).map(({ bitmap, reference }) => ({
    bitmap: { guid: crypto.randomUUID(), ...bitmap },
    bytes: folder.read(reference)
  }))
  const viewpoint = present({
    guid,
    index,
    ...seen?.viewpoint,
    bitmaps: bitmaps.length === 0 ? undefined : bitmaps.map(({ bitmap }) => bitmap),
    snapshot: snapshot === null ? undefined : { snapshot_type: isJpeg(snapshot) ? ("jpg" as const) : ("png" as const) }
  })
  const pictures = bitmaps.flatMap(({ bitmap, bytes }) => (bytes === null ? [] : [[bitmap.guid, bytes] as const]))
  return [{ viewpoint, snapshot, bitmaps: Object.fromEntries(pictures) }, seen?.rest ?? []]
}

const isJpeg = (bytes: Bytes): boolean => bytes[0] === 0xff && bytes[1] === 0xd8

/** Reads the topic of a folder. Documents of paths that are `known` are left out, and the paths of others are added. */
const topicIn = (archive: Archive, name: string, names: ReadonlyArray<string>, known: Set<string>): ReadTopic => {
  const folder = folderOf(archive, name)
  const markup = folder.read("markup.bcf")
  if (markup === null) throw invalid("A folder has no markup.bcf.")
  const { innerDocuments, viewpoints, ...read } = readMarkup(parseXml(markup, `${name}/markup.bcf`))
  const seen = viewpoints.map((viewpoint) => viewpointOf(folder, viewpoint))
  const { bim_snippet } = read.topic
  /** The paths of documents that the file refers to but does not contain: URLs, or local paths of another machine. */
  const missing = new Map<string, string>()
  const documents = innerDocuments.flatMap(({ guid, path }) => {
    // Topics may name the same document of the file.
    const place = `${guid} ${pathIn(name, path)}`
    if (known.has(place)) return []
    const bytes = folder.read(path)
    if (bytes === null) {
      missing.set(guid, path)
      return []
    }
    known.add(place)
    return [{ guid, filename: path.split(/[\\/]/).at(-1) ?? path, bytes }]
  })
  return {
    ...read,
    document_references: read.document_references.map((reference) => {
      const url = missing.get(reference.document_guid ?? "")
      if (url === undefined) return reference
      const { document_guid: _, ...others } = reference
      return { ...others, url }
    }),
    documents,
    viewpoints: seen.map(([viewpoint]) => viewpoint),
    snippet: bim_snippet === undefined || bim_snippet.is_external ? null : folder.read(bim_snippet.reference),
    rest: {
      ...read.rest,
      ...Object.fromEntries(
        seen
          .filter(([, rest]) => rest.length > 0)
          .map(([{ viewpoint }, rest]) => [restKey("Viewpoint", viewpoint.guid), rest])
      )
    },
    others: folder.others(names)
  }
}

function* documentsIn(archive: Archive): Generator<ReadDocument> {
  if (!archive.has("documents.xml")) return
  const root = parseXml(archive.read("documents.xml"), "documents.xml")
  for (const document of all(first(root, "Documents"), "Document")) {
    const guid = attributeOf(document, "Guid")?.trim().toLowerCase() ?? ""
    const path = `documents/${guid}`
    if (!isGuid(guid) || !archive.has(path)) continue
    const description = textOf(document, "Description")
    yield {
      guid,
      filename: textOf(document, "Filename") ?? guid,
      ...present({ description }),
      bytes: archive.read(path)
    }
  }
}

/**
 * Reads a BCF file of version 2.1 or 3.0. Throws `BcfFault` if it is not a BCF file. Reading its topics and documents
 * throws `BcfFault` if they are damaged.
 */
export const readBcf = (bytes: Uint8Array): ReadFile => {
  const archive = new Archive(bytes)
  const version = versionOf(archive)
  const folders = new Map<string, Array<string>>()
  for (const name of archive.names) {
    const slash = name.indexOf("/")
    if (slash === -1) continue
    const folder = name.slice(0, slash)
    const names = folders.get(folder) ?? []
    names.push(name)
    folders.set(folder, names)
  }
  let parts = 0
  const count = (more: number) => {
    parts += more
    if (parts > limits.partsOfBcf.most) throw beyond(limits.partsOfBcf)
  }
  return {
    version,
    *topics() {
      const known = new Set<string>()
      for (const [folder, names] of folders) {
        if (!archive.has(`${folder}/markup.bcf`)) continue
        const topic = topicIn(archive, folder, names, known)
        count(topic.comments.length + topic.viewpoints.length + topic.documents.length)
        yield topic
      }
    },
    *documents() {
      for (const document of documentsIn(archive)) {
        count(1)
        yield document
      }
    }
  }
}
