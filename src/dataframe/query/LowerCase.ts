import { compareCodePoints } from "../../domain/Text.ts"
import type { Column } from "../table/Column.ts"

/** Some consecutive texts of a column, with their ASCII letters in lower case. */
interface Block {
  /** The first code, and the one after the last. */
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
  /** The offset of the first text in the bytes of all texts. */
  readonly start: number
  readonly isAscii: boolean
  /** Whether a character that is not ASCII may be an ASCII letter in lower case. */
  readonly isOdd: boolean
}

const blockSize = 64 * 1024

/** The bytes of the block that is being visited; larger ones have memory of their own. */
const usual = new Uint32Array(blockSize / 4)
/** The Kelvin sign and the capital I with a dot: the only characters beyond ASCII with an ASCII letter in lower case. */
const odd = ["\u212a", "\u0130"].map((text) => Buffer.from(text))
// eslint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/**
 * Calls `visit` with all texts of a column, one block after another. The bytes of a block are overwritten by the next
 * one: a copy of all texts would take as much memory as the texts themselves.
 */
const forEachBlock = (
  { textBase, textCount, texts }: Column,
  lowered: typeof lettersLowered,
  visit: (block: Block) => void
): void => {
  const { blob, offsets } = texts
  for (let from = 0; from < textCount;) {
    const start = offsets[textBase + from]!
    const to = Math.max(from + 1, lastWithin(offsets, textBase, start + blockSize, from, textCount))
    const length = offsets[textBase + to]! - start
    const words = length > blockSize ? new Uint32Array(Math.ceil(length / 4)) : usual
    const bytes = Buffer.from(words.buffer, 0, length)
    blob.copy(bytes, 0, start, start + length)
    const isAscii = lowered(words, Math.ceil(length / 4))
    const isOdd = !isAscii && odd.some((character) => blob.subarray(start, start + length).includes(character))
    visit({ from, to, bytes, start, isAscii, isOdd })
    from = to
  }
}

/** Returns the last code from `from` to `to` whose text begins at or before `end`. */
const lastWithin = (offsets: Uint32Array, base: number, end: number, from: number, to: number): number => {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[base + middle]! <= end) low = middle
    else high = middle - 1
  }
  return low
}

/** Turns the ASCII letters in the first `count` words into lower case. Returns whether all bytes are ASCII. */
const lettersLowered = (words: Uint32Array, count: number): boolean => {
  let all = 0
  for (let i = 0; i < count; i++) {
    const word = words[i]!
    all |= word
    // The highest bit of each byte: whether its lower bits are at least "A", and whether they are greater than "Z".
    const low = word & 0x7f7f7f7f
    const isUpper = ((low + 0x3f3f3f3f) ^ (low + 0x25252525)) & ~word & 0x80808080
    words[i] = word | (isUpper >>> 2)
  }
  return (all & 0x80808080) === 0
}

/**
 * Does the same in half the steps, but also turns `@[\]^_` into other characters: those of `changed`, which a text that
 * is searched for must not contain.
 */
const mostLowered = (words: Uint32Array, count: number): boolean => {
  let all = 0
  for (let i = 0; i < count; i++) {
    const word = words[i]!
    all |= word
    words[i] = word | ((word & 0x40404040) >>> 1)
  }
  return (all & 0x80808080) === 0
}

// eslint-disable-next-line no-control-regex
const changed = /[@[\\\]^_`{|}~\x7f]/

/** Marks the codes whose text contains `needle`, which is in lower case. */
export const find = (column: Column, needle: string, marks: Uint8Array): void => {
  if (needle === "") {
    marks.fill(1, 0, column.textCount)
    return
  }
  const accepts = (text: string): boolean => text.includes(needle)
  inBlocks(column, needle, accepts, marks, ({ bytes, from, start, to }, needleBytes) => {
    const { offsets } = column.texts
    let code = from
    for (let at = bytes.indexOf(needleBytes); at !== -1 && code < to;) {
      code = textAt(offsets, column.textBase, start + at, code, to)
      const end = offsets[column.textBase + code + 1]! - start
      // A match that goes beyond the end of a text is not in it, nor is a later one that begins there.
      if (at + needleBytes.length <= end) marks[code] = 1
      code++
      at = bytes.indexOf(needleBytes, end)
    }
  })
}

/** Marks the codes whose text starts or ends with `needle`, which is in lower case. */
export const findAtEnd = (column: Column, needle: string, end: "StartsWith" | "EndsWith", marks: Uint8Array): void => {
  const isAtStart = end === "StartsWith"
  const accepts = (text: string): boolean => (isAtStart ? text.startsWith(needle) : text.endsWith(needle))
  inBlocks(column, needle, accepts, marks, ({ bytes, from, start, to }, needleBytes) => {
    const { offsets } = column.texts
    for (let code = from; code < to; code++) {
      const first = offsets[column.textBase + code]! - start
      const last = offsets[column.textBase + code + 1]! - start
      if (last - first < needleBytes.length) continue
      const at = isAtStart ? first : last - needleBytes.length
      if (needleBytes.compare(bytes, at, at + needleBytes.length) === 0) marks[code] = 1
    }
  })
}

/**
 * Marks the codes of the texts that are accepted in lower case: with `search` in the bytes of a block if they have the
 * needle exactly where the text in lower case has it, or else text by text.
 */
const inBlocks = (
  column: Column,
  needle: string,
  accepts: (lower: string) => boolean,
  marks: Uint8Array,
  search: (block: Block, needle: Buffer) => void
): void => {
  const needsBytes = isAscii(needle)
  const needleBytes = Buffer.from(needle)
  forEachBlock(column, changed.test(needle) ? lettersLowered : mostLowered, (block) => {
    if (needsBytes && !block.isOdd) search(block, needleBytes)
    else if (!block.isAscii) {
      for (let code = block.from; code < block.to; code++) {
        if (accepts(column.texts.get(column.textBase + code).toLowerCase())) marks[code] = 1
      }
    }
  })
}

/**
 * Returns a function that compares the lower-case text of a code with another text in lower case by their code points,
 * whose order is that of the bytes of UTF-8.
 */
export const comparing = ({ textBase, texts }: Column): ((code: number, text: string) => number) => {
  const { blob, offsets } = texts
  const encoded = new Map<string, Buffer>()
  return (code, text) => {
    const other = encoded.getOrInsertComputed(text, () => Buffer.from(text))
    const start = offsets[textBase + code]!
    const length = offsets[textBase + code + 1]! - start
    const both = Math.min(length, other.length)
    for (let i = 0; i < both; i++) {
      const byte = blob[start + i]!
      if ((byte | other[i]!) >= 0x80) return compareCodePoints(texts.get(textBase + code).toLowerCase(), text)
      const found = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
      if (found !== other[i]) return found - other[i]!
    }
    return length - other.length
  }
}

/** Returns the code from `from` up to `to` whose text contains the byte at `at`. */
const textAt = (offsets: Uint32Array, base: number, at: number, from: number, to: number): number => {
  let low = from
  if (at < offsets[base + low + 1]!) return low
  let high = to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (offsets[base + middle]! <= at) low = middle
    else high = middle
  }
  return low
}
