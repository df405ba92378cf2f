import { SaxesParser } from "saxes"
import { limits } from "../../domain/Limits.ts"
import { quoted } from "../../domain/Quoted.ts"
import { element, keptTarget, textElement } from "../write/XmlText.ts"
import { beyond, invalid } from "./BcfFault.ts"

export interface Xml {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Xml>
  /** The text between its children and before and after them. */
  readonly text: string
  /** Unknown elements that an exported file keeps after its children, as XML. */
  readonly kept: ReadonlyArray<string>
}

interface OpenElement extends Xml {
  readonly children: Array<Xml>
  readonly kept: Array<string>
  text: string
}

const decoded = (bytes: Uint8Array, file: string): string => {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw invalid(`${quoted(file)} is not text in UTF-8 or UTF-16.`)
  }
}

/**
 * Parses a file of an archive into its root element, without the prefixes of names. Throws `BcfFault` if it is not
 * well-formed, has a document type, so that no entities can be declared, or is nested too deep.
 */
export const parseXml = (bytes: Uint8Array, file: string): Xml => {
  const parser = new SaxesParser()
  const open: Array<OpenElement> = []
  let root: Xml | null = null
  const local = (name: string): string => name.slice(name.indexOf(":") + 1)
  const append = (text: string): void => {
    const last = open.at(-1)
    if (last !== undefined) last.text += text
  }
  parser.on("error", ({ message }) => {
    throw invalid(`Line ${parser.line} of ${quoted(file)}: ${message.replace(/^\d+:\d+: /, "").replace(/\.$/, "")}.`)
  })
  parser.on("doctype", () => {
    throw invalid(`${quoted(file)} has a document type (DOCTYPE), which is refused.`)
  })
  parser.on("opentag", ({ attributes, name }) => {
    if (open.length === limits.levelsOfBcf.most) throw beyond(limits.levelsOfBcf)
    const started = { name: local(name), attributes, children: [], kept: [], text: "" }
    open.at(-1)?.children.push(started)
    root ??= started
    open.push(started)
  })
  parser.on("closetag", () => open.pop())
  parser.on("text", append)
  parser.on("cdata", append)
  parser.on("processinginstruction", ({ body, target }) => {
    if (target === keptTarget) open.at(-1)?.kept.push(body)
  })
  parser.write(decoded(bytes, file)).close()
  if (root === null) throw invalid(`${quoted(file)} has no root element.`)
  return root
}

/** Returns an element as XML again. Text between elements is written before them. */
const xmlText = ({ attributes, children, name, text }: Xml): string =>
  children.length === 0 && Object.keys(attributes).length === 0
    ? textElement(name, text) || element(name, {})
    : element(
        name,
        Object.fromEntries(
          Object.entries(attributes).filter(([key]) => !key.startsWith("xmlns") && !key.includes(":"))
        ),
        (text.trim() === "" ? "" : textElement("t", text).slice(3, -4)) + children.map(xmlText).join("")
      )

export const all = (parent: Xml | undefined, name: string): ReadonlyArray<Xml> =>
  parent?.children.filter((child) => child.name === name) ?? []

export const first = (parent: Xml | undefined, name: string): Xml | undefined =>
  parent?.children.find((child) => child.name === name)

/** Returns the text of a child, or undefined if it is absent or blank. */
export const textOf = (parent: Xml | undefined, name: string): string | undefined => {
  const text = first(parent, name)?.text
  return text === undefined || text.trim() === "" ? undefined : text
}

/** Returns an attribute, whose name is compared without regard to case: versions of BCF differ in it. */
export const attributeOf = (parent: Xml | undefined, name: string): string | undefined => {
  const found = Object.entries(parent?.attributes ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return found === undefined || found[1].trim() === "" ? undefined : found[1]
}

export const flagOf = (parent: Xml | undefined, name: string): boolean | undefined => {
  const text = attributeOf(parent, name)?.trim().toLowerCase()
  return text === undefined ? undefined : text === "true" || text === "1"
}

/** Returns the children with unknown names, and the elements that exports keep within known children, as XML. */
export const unknownOf = (parent: Xml, known: ReadonlySet<string>): ReadonlyArray<string> => [
  ...parent.children.filter(({ name }) => !known.has(name)).map(xmlText),
  ...parent.kept
]
