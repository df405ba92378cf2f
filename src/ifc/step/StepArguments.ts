import { resized } from "./Growing.ts"
import { endOfBinary, endOfText, endOfWord, skipControls, skipSpace } from "./StepLexer.ts"
import { readNumber } from "./StepNumber.ts"
import { withoutControls } from "./StepText.ts"

/** 1 for bytes at which an argument may end or change its kind. */
const stops = new Uint8Array(256)
for (const stop of "'\"()/,;=") stops[stop.charCodeAt(0)] = 1

/** The kind of an argument, by its first character. */
export type ArgumentKind = "absent" | "text" | "number" | "enumeration" | "list" | "reference" | "typed" | "binary"

/**
 * The arguments of one instance, or the items of one list, as offsets into the bytes of the file; they are decoded only
 * on request. A reader is reused for many instances.
 */
export class StepArguments {
  count = 0
  /** The number of bytes that were examined when it was opened. */
  length = 0
  private starts = new Uint32Array(64)
  private ends = new Uint32Array(64)

  constructor(readonly bytes: Buffer) {}

  /**
   * Reads the list whose `(` is at `at`. Returns false if it does not end before `end` or contains what no list can.
   */
  open(at: number, end = this.bytes.length): boolean {
    const close = this.separate(at, end)
    this.length = Math.abs(close) - at
    return close > 0
  }

  /** Stores the offsets of the arguments and returns the offset of the `)`, or minus that of something unreadable. */
  private separate(at: number, end: number): number {
    const bytes = this.bytes
    let depth = 0
    let count = 0
    let i = at + 1
    let start = i
    this.count = 0
    for (;;) {
      while (i < end && stops[bytes[i]!] === 0) i++
      if (i >= end) return -end
      const byte = bytes[i]!
      if (byte === 39) {
        i = endOfText(bytes, i, end)
        if (i < 0) return i
      } else if (byte === 44) {
        if (depth === 0) {
          if (count === this.starts.length) this.grow()
          this.starts[count] = start
          this.ends[count++] = i
          start = i + 1
        }
        i++
      } else if (byte === 40) {
        depth++
        i++
      } else if (byte === 41) {
        if (depth === 0) break
        depth--
        i++
      } else if (byte === 47) {
        const after = skipSpace(bytes, i, end)
        i = after > i ? after : i + 1
      } else if (byte === 34) {
        i = endOfBinary(bytes, i)
      } else return -i
    }
    if (count === this.starts.length) this.grow()
    this.starts[count] = start
    this.ends[count] = i
    this.count = count > 0 || skipSpace(bytes, start, i) < i ? count + 1 : 0
    return i
  }

  /** Returns the offset of an argument's first character. */
  start(index: number): number {
    const start = this.starts[index]!
    return this.bytes[start]! > 47 || this.bytes[start] === 39 ? start : skipSpace(this.bytes, start, this.ends[index]!)
  }

  /** Returns the offset after an argument's last character; comments after it are excluded. */
  end(index: number): number {
    const end = this.ends[index]!
    const last = this.bytes[end - 1]!
    return last > 32 && last !== 47 ? end : endBefore(this.bytes, this.starts[index]!, end)
  }

  kind(index: number): ArgumentKind {
    if (index >= this.count) return "absent"
    const byte = this.bytes[this.start(index)]!
    if (byte === 39) return "text"
    if (byte === 35) return "reference"
    if (byte === 40) return "list"
    if (byte === 46) {
      return this.bytes[skipControls(this.bytes, this.start(index) + 1, this.ends[index]!)]! <= 57
        ? "number"
        : "enumeration"
    }
    if (byte === 34) return "binary"
    if ((byte >= 48 && byte <= 57) || byte === 45 || byte === 43) return "number"
    return (byte | 32) >= 97 && (byte | 32) <= 122 ? "typed" : "absent"
  }

  /** Returns a number, which may be typed (`IFCREAL(1.)`), or NaN if it is none. */
  number(index: number): number {
    const kind = this.kind(index)
    if (kind === "number") return readNumber(this.bytes, this.start(index), this.end(index))
    if (kind !== "typed") return Number.NaN
    const end = this.end(index)
    const start = this.valueStart(this.start(index), end)
    return start < 0 ? Number.NaN : readNumber(this.bytes, start, endBefore(this.bytes, start, end - 1))
  }

  /** Returns the number after `#`, or -1 if it is no reference. */
  reference(index: number): number {
    if (index >= this.count) return -1
    const start = this.start(index)
    return this.bytes[start] === 35 ? this.digits(start + 1) : -1
  }

  /**
   * Returns the word of `.WORD.`, which may be typed (`IFCWALLTYPEENUM(.SOLIDWALL.)`), in upper case; null for other
   * kinds.
   */
  word(index: number): string | null {
    const kind = this.kind(index)
    if (kind !== "enumeration" && kind !== "typed") return null
    let end = this.end(index)
    let start = this.start(index)
    if (kind === "typed") {
      start = this.valueStart(start, end)
      if (this.bytes[start] !== 46) return null
      end = endBefore(this.bytes, start, end - 1)
    }
    start++
    if (this.bytes[end - 1] === 46) end--
    if (end - start > 255 || end <= start) return null
    return withoutControls(this.bytes.toString("latin1", start, end)).toUpperCase()
  }

  /** Calls `each` with every number after a `#`, of one reference or a list of them, in order. */
  references(index: number, each: (id: number) => void): void {
    if (index >= this.count) return
    const bytes = this.bytes
    const end = this.ends[index]!
    for (let i = this.start(index); i < end;) {
      const byte = bytes[i]!
      if (byte === 35) {
        let id = 0
        for (i++; i < end && bytes[i]! >= 48 && bytes[i]! <= 57; i++) id = id * 10 + (bytes[i]! - 48)
        if (bytes[i]! < 32) {
          for (; i < end && isOfNumber(bytes[i]!); i++) if (bytes[i]! >= 48) id = id * 10 + (bytes[i]! - 48)
        }
        each(id)
      } else if (byte === 39) {
        i = endOfText(bytes, i, end)
        if (i < 0) return
      } else if (byte === 47) i = Math.max(i + 1, skipSpace(bytes, i, end))
      else i++
    }
  }

  /** Returns the offset of the value of a typed argument at `start`, after its `(`; -1 for none. */
  protected valueStart(start: number, end: number): number {
    const at = skipSpace(this.bytes, endOfWord(this.bytes, start, end), end)
    return at < end && this.bytes[at] === 40 ? skipSpace(this.bytes, at + 1, end) : -1
  }

  private digits(at: number): number {
    let id = 0
    for (let i = at; i < this.bytes.length && isOfNumber(this.bytes[i]!); i++) {
      if (this.bytes[i]! >= 48) id = id * 10 + (this.bytes[i]! - 48)
    }
    return id
  }

  private grow(): void {
    this.starts = resized(this.starts, this.starts.length * 2)
    this.ends = resized(this.ends, this.ends.length * 2)
  }
}

/** Returns the offset after the last byte of `bytes[start .. end)` that is neither white space nor in a comment. */
export const endBefore = (bytes: Buffer, start: number, end: number): number => {
  while (end > start && bytes[end - 1]! <= 32) end--
  if (bytes[end - 1] !== 47 || bytes[end - 2] !== 42) return end
  let last = start
  for (let at = start; at < end;) {
    const next = skipSpace(bytes, at, end)
    if (next > at) {
      at = next
      continue
    }
    last = at = bytes[at] === 39 ? endOfText(bytes, at, end) : at + 1
    if (at < 0) return end
  }
  return last
}

/** Returns whether a byte is a digit, or a control character, which is ignored. */
export const isOfNumber = (byte: number): boolean => byte <= 57 && (byte >= 48 || byte < 32)
