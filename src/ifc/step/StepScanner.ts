import { cutBy, endOfInstance } from "./InstanceEnd.ts"
import { Keywords, letterFactor, mostKeywords } from "./Keywords.ts"
import { Statements } from "./StepHeader.ts"
import { endOfComment, endOfWord, isDigit, isWord, skipControls, skipSpace } from "./StepLexer.ts"

/** How the instances of a keyword are treated. */
export const KEEP = 0
export const IGNORE = 1
export const UNKNOWN = 2

export interface StepScan {
  /** Decides how a keyword, in upper case, is treated. It is called once for each keyword. */
  readonly classify: (keyword: string) => typeof KEEP | typeof IGNORE | typeof UNKNOWN
  /** Receives everything that cannot be read, with its offset. */
  readonly onFault: (at: number, reason: string) => void
  readonly onProgress?: (fraction: number) => void
}

/**
 * Returns the offset to resume at after something unreadable: after the next `;`, or at a line that begins with `#`.
 */
const resynchronise = (bytes: Uint8Array, at: number): number => {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === 59) return i + 1
    if (byte === 35 && i > at && (bytes[i - 1] === 10 || bytes[i - 1] === 13) && isDigit(bytes[i + 1] ?? 0)) return i
  }
  return bytes.length
}

const strayText = "Text between the instances that is none"

/** Reads the DATA sections of a file, statement by statement. */
export class Scanner {
  readonly keywords: Keywords
  instances = 0
  inData = true
  /** The end of the last DATA section that has ended; the length of the file if none has. */
  dataEnd: number
  /** Whether the file says that it has ended. */
  hasEnd = false
  /** The instance or comment within which the file ends: its offset, and what is cut. */
  cut: { readonly at: number; readonly what: string } | null = null
  private readonly view: DataView
  private readonly classes: Array<number> = []
  /** The keyword that last followed each keyword, as a prediction: shapes are written in repeating sequences. */
  private readonly next = new Uint16Array(mostKeywords)
  private last = 0
  private readonly statements: Statements

  constructor(
    private readonly bytes: Buffer,
    private readonly scan: StepScan,
    private readonly onInstance: (id: number, at: number, type: number) => void
  ) {
    this.keywords = new Keywords(bytes)
    this.statements = new Statements(bytes)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.dataEnd = bytes.length
  }

  /** Reads the statement at `at` and returns the offset of the next one; the length of the file at the end. */
  statement(at: number): number {
    const { bytes } = this
    while (at < bytes.length && bytes[at]! <= 32) at++
    if (at === bytes.length) return at
    const byte = bytes[at]!
    if (byte === 35) return this.instance(at)
    if (byte === 47 && bytes[at + 1] === 42) {
      const close = endOfComment(bytes, at, bytes.length)
      if (close >= 0) return close
      this.scan.onFault(at, "A comment has no end")
      this.cut = { at, what: "a comment" }
      return bytes.length
    }
    return isWord[byte] === 1 && !isDigit(byte) ? this.section(at) : this.skip(at, strayText)
  }

  private skip(at: number, reason: string, next = at + 1): number {
    this.scan.onFault(at, reason)
    return resynchronise(this.bytes, next)
  }

  /** Handles a word that is no instance: it begins or ends a section, or is stray text in a DATA section. */
  private section(at: number): number {
    const text = this.bytes.toString("latin1", at, Math.min(at + 40, this.bytes.length)).toUpperCase()
    if (/^END-ISO-10303-21\b/.test(text)) {
      this.hasEnd = true
      return this.bytes.length
    }
    if (/^DATA\b/.test(text)) this.inData = true
    else if (/^(ENDSEC|HEADER|ANCHOR|REFERENCE|SIGNATURE)\b/.test(text)) {
      if (this.inData) this.dataEnd = at
      this.inData = false
    } else if (this.inData) return this.skip(at, strayText)
    return this.statements.end(at)
  }

  private instance(start: number): number {
    const { bytes, scan } = this
    const length = bytes.length
    let at = start + 1
    while (at < length && isDigit(bytes[at]!)) at++
    let digits = at - start - 1
    if (bytes[at] !== 61) {
      at = this.endOfNumber(at)
      digits = at - start - 1
      at = this.space(at)
    }
    if (at === length && this.inData) return this.endWithin(start, "an instance")
    if (at === length || digits === 0 || bytes[at] !== 61) {
      return this.inData ? this.skip(start, strayText, this.resumption(start, at)) : at
    }
    const word = bytes[at + 1]! > 64 ? at + 1 : this.space(at + 1)
    let type = this.next[this.last]!
    at = word + this.keywords.lengthAt(type, word)
    if (at === word || bytes[at] !== 40) {
      let hash = 0
      at = word
      while (at < length && isWord[bytes[at]!] === 1) hash = (Math.imul(hash, letterFactor) + (bytes[at++]! & 0xdf)) | 0
      const wordEnd = bytes[at]! < 32 ? endOfWord(bytes, at, length) : at
      if (wordEnd > at) hash = this.keywords.hashOf(word, wordEnd)
      at = this.space(wordEnd)
      if (at === length) return this.endWithin(start, `instance #${this.number(start, digits)}`)
      if (bytes[at] !== 40 || wordEnd === word) {
        return this.skip(
          start,
          `Instance #${this.number(start, digits)} is not of the form KEYWORD(…)`,
          this.resumption(start, at)
        )
      }
      type = this.keyword(word, wordEnd, hash)
    }
    const open = at
    const end = endOfInstance(bytes, this.view, open)
    if (end === -1) return this.endWithin(start, cutBy(bytes, open, `instance #${this.number(start, digits)}`))
    this.instances++
    if (end < 0) {
      scan.onFault(start, `A text of instance #${this.number(start, digits)} has no end`)
      return -2 - end
    }
    if (digits > 15) {
      scan.onFault(start, "The number of an instance has more than 15 digits")
      return end
    }
    if (type >= 0) this.last = type
    const known = type < 0 ? UNKNOWN : this.classes[type]!
    if (known === KEEP) this.onInstance(this.number(start, digits), open, type)
    else if (known === UNKNOWN) {
      scan.onFault(start, `${this.keywords.names[type]?.slice(0, 80) ?? "Its keyword"} is no class of the schema`)
    }
    return end
  }

  /** Records that the end of the file cuts the instance at `start`. */
  private endWithin(start: number, what: string): number {
    this.scan.onFault(start, `The file ends within ${what}`)
    this.cut = { at: start, what }
    this.inData = true
    return this.bytes.length
  }

  /**
   * Returns the offset to resume at after an instance that could not be read up to `at`. Comments before it are not
   * read again.
   */
  private resumption(start: number, at: number): number {
    return at === this.bytes.length ? at : Math.max(start + 1, at - 1)
  }

  /** Returns the offset after the digits of a number that has more of them after control characters. */
  private endOfNumber(at: number): number {
    const { bytes } = this
    for (;;) {
      const next = skipControls(bytes, at, bytes.length)
      if (next === at || next === bytes.length || !isDigit(bytes[next]!)) return at
      at = next
      while (at < bytes.length && isDigit(bytes[at]!)) at++
    }
  }

  /**
   * Returns the number in the given number of bytes after the `#` at `start`, which are digits and control characters.
   */
  private number(start: number, digits: number): number {
    let id = 0
    for (let i = start + 1; i <= start + digits; i++) if (this.bytes[i]! >= 48) id = id * 10 + (this.bytes[i]! - 48)
    return id
  }

  /** Returns the keyword in these bytes and stores it as the prediction after the last one. */
  private keyword(start: number, end: number, hash: number): number {
    const { keywords } = this
    const type = keywords.find(start, end, hash)
    if (type === this.classes.length) this.classes.push(this.scan.classify(keywords.names[type]!))
    if (type >= 0) this.next[this.last] = type
    return type
  }

  private space(at: number): number {
    const byte = this.bytes[at]
    return byte === undefined || (byte > 32 && byte !== 47) ? at : skipSpace(this.bytes, at, this.bytes.length)
  }
}
