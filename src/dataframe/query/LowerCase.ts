import { compareCodePoints } from "../../domain/Text.ts"
import type { Column } from "../table/Column.ts"

/** The texts of a column in lower case, each followed by a byte that does not occur in UTF-8. */
interface Lowered {
  readonly blob: Buffer
  /** The offset of each text, and the end of the last one. */
  readonly starts: Uint32Array
}

const separator = 0xff
const kept = new WeakMap<Column, Lowered>()

/** Marks the codes whose text contains `needle`, which is in lower case. */
export const find = (column: Column, needle: string, marks: Uint8Array): void => {
  const { textBase, textCount, texts } = column
  if (needle === "") {
    marks.fill(1, 0, textCount)
    return
  }
  if (!needle.isWellFormed()) {
    for (let code = 0; code < textCount; code++) {
      if (
        texts
          .get(textBase + code)
          .toLowerCase()
          .includes(needle)
      )
        marks[code] = 1
    }
    return
  }
  const { blob, starts } = lowered(column)
  const bytes = Buffer.from(needle)
  let code = 0
  for (let at = blob.indexOf(bytes); at !== -1; at = blob.indexOf(bytes, starts[code])) {
    code = textAt(starts, at, code)
    marks[code++] = 1
    if (code === textCount) return
  }
}

/** Marks the codes whose text starts or ends with `needle`, which is in lower case. */
export const findAtEnd = (column: Column, needle: string, end: "StartsWith" | "EndsWith", marks: Uint8Array): void => {
  const { textBase, textCount, texts } = column
  if (!needle.isWellFormed()) {
    for (let code = 0; code < textCount; code++) {
      const text = texts.get(textBase + code).toLowerCase()
      if (end === "StartsWith" ? text.startsWith(needle) : text.endsWith(needle)) marks[code] = 1
    }
    return
  }
  const { blob, starts } = lowered(column)
  const bytes = Buffer.from(needle)
  for (let code = 0; code < textCount; code++) {
    const [start, stop] = [starts[code]!, starts[code + 1]! - 1]
    if (stop - start < bytes.length) continue
    const from = end === "StartsWith" ? start : stop - bytes.length
    if (bytes.compare(blob, from, from + bytes.length) === 0) marks[code] = 1
  }
}

/**
 * Returns a function that compares the lower-case text of a code with another text in lower case by their code points,
 * whose order is that of the bytes of UTF-8.
 */
export const comparing = (column: Column): ((code: number, text: string) => number) => {
  const { blob, starts } = lowered(column)
  const encoded = new Map<string, Buffer>()
  return (code, text) => {
    if (!text.isWellFormed()) return compareCodePoints(column.texts.get(column.textBase + code).toLowerCase(), text)
    const bytes = encoded.getOrInsertComputed(text, () => Buffer.from(text))
    return blob.compare(bytes, 0, bytes.length, starts[code], starts[code + 1]! - 1)
  }
}

/** Returns the index of the text that the byte at `at` belongs to: `from` or a later one. */
const textAt = (starts: Uint32Array, at: number, from: number): number => {
  let low = from
  if (at < starts[low + 1]!) return low
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= at) low = middle
    else high = middle
  }
  return low
}

const lowered = (column: Column): Lowered => {
  const known = kept.get(column)
  if (known !== undefined) return known
  const made = make(column)
  kept.set(column, made)
  column.keep(made.blob.byteLength + made.starts.byteLength)
  return made
}

const make = ({ textBase, textCount, texts }: Column): Lowered => {
  const { offsets, blob: source } = texts
  const starts = new Uint32Array(textCount + 1)
  let blob = Buffer.allocUnsafeSlow(offsets[textBase + textCount]! - offsets[textBase]! + textCount)
  let used = 0
  for (let code = 0; code < textCount; code++) {
    starts[code] = used
    const from = offsets[textBase + code]!
    const to = offsets[textBase + code + 1]!
    const start = used
    let at = from
    for (; at < to && source[at]! < 0x80; at++) {
      const byte = source[at]!
      blob[used++] = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
    }
    if (at < to) {
      const text = texts.get(textBase + code).toLowerCase()
      used = start + Buffer.byteLength(text)
      blob = withRoom(blob, used, offsets[textBase + textCount]! - to + textCount - code)
      blob.write(text, start, "utf8")
    }
    blob[used++] = separator
  }
  starts[textCount] = used
  return { blob: blob.subarray(0, used), starts }
}

/** Enlarges the buffer if necessary, because some texts are longer in lower case. */
const withRoom = (blob: Buffer<ArrayBuffer>, used: number, rest: number): Buffer<ArrayBuffer> => {
  if (used + rest <= blob.length) return blob
  const larger = Buffer.allocUnsafeSlow(Math.ceil((used + rest) * 1.1) + 64)
  blob.copy(larger)
  return larger
}
