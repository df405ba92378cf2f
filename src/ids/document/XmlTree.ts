import { SaxesParser, type SaxesTagNS } from "saxes"
import { amountOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { quoted } from "../../domain/Quoted.ts"
import { IdsFault } from "./IdsFault.ts"

export interface XmlElement {
  readonly name: string
  /** The local name and the namespace. */
  readonly local: string
  readonly uri: string
  readonly line: number
  readonly attributes: ReadonlyArray<XmlAttribute>
  readonly children: ReadonlyArray<XmlElement>
  /** The text between its children and before and after them. */
  readonly text: string
}

interface XmlAttribute {
  readonly local: string
  readonly uri: string
  readonly value: string
}

interface OpenElement extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
}

const encodings = new Set(["utf-8", "utf8", "utf-16", "us-ascii", "ascii"])

const decoderFor = ([first, second]: Uint8Array): TextDecoder => {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le", { fatal: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be", { fatal: true })
  return new TextDecoder("utf-8", { fatal: true })
}

const decoded = (bytes: Uint8Array): string => {
  try {
    return decoderFor(bytes).decode(bytes)
  } catch {
    throw new IdsFault(1, "The document is not text in UTF-8 or UTF-16.")
  }
}

const attributesOf = (tag: SaxesTagNS): ReadonlyArray<XmlAttribute> =>
  Object.values(tag.attributes).map(({ local, uri, value }) => ({ local, uri, value }))

/**
 * Parses a document with namespaces into its root element. Throws `IdsFault` if it is not well-formed, has a document
 * type, so that no entities can be declared, or is nested too deep.
 */
export const parseXml = (bytes: Uint8Array): XmlElement => {
  const parser = new SaxesParser({ xmlns: true })
  const open: Array<OpenElement> = []
  let root: XmlElement | null = null
  /** The line in which the tag that is being read begins. */
  let line = 1
  const append = (text: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on("error", ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "")
    throw new IdsFault(parser.line, `The document is no XML that can be read: ${reason}.`)
  })
  parser.on("doctype", () => {
    throw new IdsFault(parser.line, "The document has a document type (DOCTYPE), which is refused.")
  })
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding === undefined || encodings.has(encoding.toLowerCase())) return
    throw new IdsFault(1, `The document is in ${quoted(encoding)}, not in UTF-8 or UTF-16.`)
  })
  parser.on("opentagstart", () => {
    line = parser.line
  })
  parser.on("opentag", (tag) => {
    const { most } = limits.levelsOfRequirements
    if (open.length === most) {
      throw new IdsFault(line, `Elements are nested deeper than ${amountOf(limits.levelsOfRequirements)} levels.`)
    }
    const { local, name, uri } = tag
    const element = { name, local, uri, line, attributes: attributesOf(tag), children: [], text: "" }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on("closetag", () => open.pop())
  parser.on("text", append)
  parser.on("cdata", append)
  parser.write(decoded(bytes)).close()
  if (root === null) throw new IdsFault(1, "The document has no root element.")
  return root
}
