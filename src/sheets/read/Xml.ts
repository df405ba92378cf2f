import { SaxesParser, type SaxesTagNS } from "saxes"
import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import { beyond, invalid, SheetFault } from "./SheetFault.ts"

// saxes is strict about well-formed documents and namespaces, and accepts text in pieces: 27 MB in a second of
// processor time. It keeps a tag or text until its end, so the length of both is limited here.

/** Handles the elements of spreadsheets. Other elements are left out with their content. */
export interface XmlHandler {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/**
 * Returns an attribute by its local name and the end of its namespace, which is undefined for an attribute without a
 * prefix.
 */
export type Attributes = (local: string, namespaceEnd?: string) => string | undefined

/** Reads the elements of a part that are written in a plain form without the parser. */
export interface PlainElements {
  /** The element that contains the plain elements, a child of the root. */
  readonly inside: string
  /** The tag that closes a plain element. */
  readonly closing: string
  /** Reads elements from a position on. Returns the position of the first element in another form, or of the end. */
  readonly take: (xml: string, start: number) => number
}

/** The namespaces, transitional and strict (ISO/IEC 29500), in which elements are read. */
const namespaces = new Set([
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
  "http://purl.oclc.org/ooxml/spreadsheetml/main",
  "http://schemas.openxmlformats.org/package/2006/relationships"
])

const attributesOf =
  (tag: SaxesTagNS): Attributes =>
  (local, namespaceEnd) => {
    if (namespaceEnd === undefined) return tag.attributes[local]?.value
    return Object.values(tag.attributes).find((at) => at.local === local && at.uri.endsWith(namespaceEnd))?.value
  }

const encodings = new Set(["utf-8", "utf8", "utf-16", "us-ascii", "ascii"])

const decoderFor = ([first, second]: Uint8Array): TextDecoder => {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le", { fatal: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be", { fatal: true })
  return new TextDecoder("utf-8", { fatal: true })
}

/** Parses a document that arrives in pieces. `name` is the part of the workbook that faults name. */
class Document {
  private readonly parser = new SaxesParser({ xmlns: true, position: false })
  private level = 0
  /** The level of the outermost element that is left out; 0 outside of such elements. */
  private leftOut = 0
  /** The level of the element that contains plain elements; 0 outside of it. */
  private inside = 0
  private sinceEvent = 0
  /** The element without prefix that was opened or closed by the last character; empty if there is none. */
  private opened = ""
  private closed = ""

  constructor(
    private readonly name: string,
    private readonly handler: XmlHandler
  ) {
    const { parser } = this
    parser.on("error", ({ message }) => {
      throw this.fault(message)
    })
    parser.on("doctype", () => {
      throw invalid(`The part ${quoted(name)} of the workbook has a document type (DTD), which is refused.`)
    })
    parser.on("xmldecl", ({ encoding }) => {
      if (encoding !== undefined && !encodings.has(encoding.toLowerCase())) throw this.fault("not UTF-8 or UTF-16")
    })
    parser.on("opentag", (tag) => this.open(tag))
    parser.on("closetag", (tag) => this.close(tag))
    parser.on("text", (text) => this.text(text))
    parser.on("cdata", (text) => this.text(text))
  }

  write(text: string): void {
    this.sinceEvent += text.length
    this.parser.write(text)
    if (this.sinceEvent > limits.textOfWorkbook.most) throw beyond(limits.textOfWorkbook)
  }

  /**
   * Writes a text. Returns whether its last character opens a child of the root that has this name and no prefix, so
   * that the prefixes of the root are in force.
   */
  opens(text: string, name: string): boolean {
    this.writeTo(text)
    if (this.opened !== name || this.level !== 2) return false
    this.inside = this.level
    return true
  }

  /**
   * Writes a text. Returns whether its last character closes a child of this name, without prefix, of the element that
   * was opened. Then a plain element that follows is a child of it too, in the same namespace.
   */
  closes(text: string, name: string): boolean {
    this.writeTo(text)
    return this.closed === name && this.level === this.inside
  }

  private writeTo(text: string): void {
    this.write(text.slice(0, -1))
    this.opened = ""
    this.closed = ""
    this.write(text.slice(-1))
  }

  end(): void {
    this.parser.close()
  }

  fault(reason: string): SheetFault {
    return invalid(
      `The part ${quoted(this.name)} of the workbook is no XML that can be read: ${reason.replace(/\.$/, "")}.`
    )
  }

  private open(tag: SaxesTagNS): void {
    this.sinceEvent = 0
    this.level += 1
    if (this.level > limits.levelsOfWorkbook.most) throw beyond(limits.levelsOfWorkbook)
    if (this.leftOut !== 0) return
    if (namespaces.has(tag.uri)) {
      if (tag.prefix === "" && !tag.isSelfClosing) this.opened = tag.local
      this.handler.open(tag.local, attributesOf(tag))
    } else this.leftOut = this.level
  }

  private close(tag: SaxesTagNS): void {
    this.sinceEvent = 0
    if (this.leftOut === 0) {
      if (tag.prefix === "") this.closed = tag.local
      this.handler.close(tag.local)
    } else if (this.leftOut === this.level) this.leftOut = 0
    if (this.inside === this.level) this.inside = 0
    this.level -= 1
  }

  private text(text: string): void {
    this.sinceEvent = 0
    if (this.leftOut === 0) this.handler.text(text)
  }
}

const none: PlainElements = { inside: "", closing: "", take: (_, start) => start }

/**
 * Writes a part to a document. Plain elements bypass the document while the parser is known to be between two of them.
 */
class Writer {
  private readonly start: string
  private readonly isWithout: boolean
  /** Whether the parser is between plain elements. */
  private isBetween = false
  /** The beginning of a plain element whose end has not arrived yet. */
  private rest = ""

  constructor(
    private readonly document: Document,
    private readonly plain: PlainElements
  ) {
    this.start = `<${plain.inside}>`
    this.isWithout = plain === none
  }

  write(text: string): void {
    const all = this.rest + text
    this.rest = ""
    const start = this.isWithout || this.isBetween ? 0 : this.enter(all)
    if (this.isBetween) this.pass(all, start)
    else this.document.write(all.slice(start))
  }

  end(): void {
    this.document.write(this.rest)
    this.document.end()
  }

  /** Writes a text up to the element with plain elements. Returns the position after the written part. */
  private enter(text: string): number {
    const found = text.indexOf(this.start)
    if (found === -1) return 0
    const end = found + this.start.length
    this.isBetween = this.document.opens(text.slice(0, end), this.plain.inside)
    return end
  }

  /** Reads plain elements without the parser, and writes the text between them to the parser. */
  private pass(text: string, start: number): void {
    const { closing, take } = this.plain
    const last = text.lastIndexOf(closing)
    const end = last < start ? start : last + closing.length
    let at = start
    while (at < end) {
      at = take(text, at)
      if (at === end) break
      const next = text.indexOf(closing, at) + closing.length
      this.isBetween = this.document.closes(text.slice(at, next), closing.slice(2, -1))
      at = next
      if (!this.isBetween) return this.document.write(text.slice(at))
    }
    if (text.length - end <= mostOfElement) this.rest = text.slice(end)
    else {
      this.isBetween = false
      this.document.write(text.slice(end))
    }
  }
}

/** The most characters of a plain element that are kept until its end arrives. */
const mostOfElement = 256 * 1024

/**
 * Parses a part. Yields after each piece, so that the caller can use the results of the handler. Throws `SheetFault`.
 *
 * @param plain elements that bypass the handler if they can be read without the parser
 */
export function* parse(
  name: string,
  pieces: Iterable<Uint8Array>,
  handler: XmlHandler,
  plain: PlainElements = none
): Generator<void> {
  const document = new Document(name, handler)
  const writer = new Writer(document, plain)
  let decoder: TextDecoder | null = null
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder === null ? "" : decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw document.fault("its text is not in its encoding")
    }
  }
  for (const bytes of pieces) {
    decoder ??= decoderFor(bytes)
    writer.write(decoded(bytes))
    yield
  }
  writer.write(decoded())
  writer.end()
  yield
}

/** Parses a part as a whole. Throws `SheetFault`. */
export const parseAll = (name: string, pieces: Iterable<Uint8Array>, handler: XmlHandler): void => {
  for (const _ of parse(name, pieces, handler));
}
