import { Keywords, letterFactor, mostKeywords } from "./Keywords.ts"
import { Statements } from "./StepHeader.ts"
import { endOfBinary, endOfComment, endOfText, isWord, skipSpace } from "./StepLexer.ts"

/** What becomes of the instances of a keyword. */
export const KEEP = 0
export const IGNORE = 1
export const UNKNOWN = 2

export interface StepScan {
  /** Asked once for each keyword, in upper case. */
  readonly classify: (keyword: string) => typeof KEEP | typeof IGNORE | typeof UNKNOWN
  /** Told of what cannot be read, by offset. */
  readonly onFault: (at: number, reason: string) => void
  readonly onProgress?: (fraction: number) => void
}

/** 1 for bytes that end or may end the arguments of an instance. */
const stops = new Uint8Array(256)
/** 1 for two bytes of which one is such. */
const stopsInPair = new Uint8Array(65_536)
for (const stop of "'\"/;=") {
  const code = stop.codePointAt(0)!
  stops[code] = 1
  for (let other = 0; other < 256; other++) stopsInPair[(code << 8) | other] = stopsInPair[(other << 8) | code] = 1
}
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

/** The offset from which to go on after something unreadable: behind the next `;`, or at a line that begins with `#`. */
const resynchronise = (bytes: Uint8Array, at: number): number => {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === 59) return i + 1
    if (byte === 35 && i > at && (bytes[i - 1] === 10 || bytes[i - 1] === 13) && isDigit(bytes[i + 1] ?? 0)) return i
  }
  return bytes.length
}

/** Back from the `=` at `at` to the `#12` before it; -1 where none stands there. */
const instanceBefore = (bytes: Uint8Array, at: number, start: number): number => {
  let i = at - 1
  while (i > start && bytes[i]! <= 32) i--
  const last = i
  while (i > start && isDigit(bytes[i]!)) i--
  return i < last && bytes[i] === 35 ? i : -1
}

/**
 * The offset behind the instance whose arguments begin behind `open`: past its `;`, or at the next instance where that
 * is missing. -1 where the file ends before; -2 - offset of the next instance where a text has no end.
 *
 * A function of its own because it is called for every instance: the compiler of the engine improves functions that
 * are entered often sooner, and for longer, than loops that never end.
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

/** Goes through the DATA sections of a file, statement by statement. */
export class Scanner {
  readonly keywords: Keywords
  instances = 0
  inData = true
  /** Where the last DATA section that has ended does; the length of the file where none has. */
  dataEnd: number
  private readonly view: DataView
  private readonly classes: Array<number> = []
  /** The keyword that came last behind each: shapes are written in sequences that repeat. */
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

  /** Reads what begins at `at` and gives where the next thing may begin; the length of the file in the end. */
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

  /** Only a word that begins or ends a section is looked at to its end. */
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
    const digits = at - start - 1
    if (bytes[at] !== 61) at = this.space(at)
    // At the end of the file, or in a comment without end, there is nothing to go on with.
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
      const wordEnd = at
      at = this.space(at)
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

  /** Where to go on after an instance that was read up to `at` in vain: comments that it has crossed are not read again. */
  private resumption(start: number, at: number): number {
    return at === this.bytes.length ? at : Math.max(start + 1, at - 1)
  }

  /** The number of so many digits behind the `#` at `start`. */
  private number(start: number, digits: number): number {
    let id = 0
    for (let i = start + 1; i <= start + digits; i++) id = id * 10 + (this.bytes[i]! - 48)
    return id
  }

  /** The keyword in these bytes, and from now on the one that is looked for first behind the last one. */
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
