import { Keywords, letterFactor, mostKeywords } from "./Keywords.ts"
import { Statements } from "./StepHeader.ts"
import { endOfBinary, endOfComment, endOfText, endOfWord, isWord, skipControls, skipSpace } from "./StepLexer.ts"

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

/** 1 for bytes that end or may end the arguments of an instance. */
const stops = new Uint8Array(256)
/** 1 for pairs of bytes that contain such a byte. */
const stopsInPair = new Uint8Array(65_536)
for (const stop of "'\"/;=") {
  const code = stop.codePointAt(0)!
  stops[code] = 1
  for (let other = 0; other < 256; other++) stopsInPair[(code << 8) | other] = stopsInPair[(other << 8) | code] = 1
}
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

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

/** Returns the offset of the `#12` before the `=` at `at`, or -1 if there is none. */
const instanceBefore = (bytes: Uint8Array, at: number, start: number): number => {
  let i = at - 1
  while (i > start && bytes[i]! <= 32) i--
  const last = i
  while (i > start && isDigit(bytes[i]!)) i--
  return i < last && bytes[i] === 35 ? i : -1
}

/**
 * Returns the offset after the instance whose arguments begin at `open`: after its `;`, or at the next instance if that
 * is missing. Returns -1 if the file ends before, and -2 - offset of the next instance if a text is unterminated.
 *
 * It is a separate function because it is called for every instance: the JIT compiler optimizes functions that are
 * entered often sooner and better than long-running loops.
 */
const endOfInstance = (bytes: Uint8Array, view: DataView, open: number): number => {
  const length = bytes.length
  const eight = length - 8
  let at = open + 1
  for (;;) {
    while (at < eight) {
      const four = view.getInt32(at)
      const next = view.getInt32(at + 4)
      const inFour = stopsInPair[four & 0xffff]! | stopsInPair[four >>> 16]!
      if ((inFour | stopsInPair[next & 0xffff]! | stopsInPair[next >>> 16]!) !== 0) break
      at += 8
    }
    while (at < length && stops[bytes[at]!] === 0) at++
    if (at >= length) return -1
    const stop = bytes[at]!
    if (stop === 59) return at + 1
    if (stop === 39) {
      at = endOfText(bytes, at, length)
      if (at < 0) return -1 - at < length ? at - 1 : -1
    } else if (stop === 61) {
      const before = instanceBefore(bytes, at, open)
      if (before > 0) return before
      at++
    } else if (stop === 47 && bytes[at + 1] === 42) {
      at = endOfComment(bytes, at, length)
      if (at < 0) return -1
    } else if (stop === 34) at = endOfBinary(bytes, at)
    else at++
  }
}

const strayText = "Text between the instances that is none"

/** Reads the DATA sections of a file, statement by statement. */
export class Scanner {
  readonly keywords: Keywords
  instances = 0
  inData = true
  /** The end of the last DATA section that has ended; the length of the file if none has. */
  dataEnd: number
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
    if (/^END-ISO-10303-21\b/.test(text)) return this.bytes.length
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
    // At the end of the file, or in an unterminated comment, there is nothing to resume at.
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
    if (end === -1) {
      scan.onFault(start, `The file ends within instance #${this.number(start, digits)}`)
      this.inData = true
      return length
    }
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
