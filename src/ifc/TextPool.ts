import { decodeText } from "./StepText.ts"

/** Longer texts are cut: no property of a building is longer, and a text of a gigabyte must not end an import. */
export const longestText = 1 << 20

/** 1 for bytes that need decoding: control characters, quotes, backslashes and what is beyond ASCII. */
const special = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === 39 || byte === 92 || byte > 126 ? 1 : 0
)

const isPlain = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) if (special[bytes[i]!] === 1) return false
  return true
}

/** Four bytes at a time. */
const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
  let hash = end - start
  let i = start
  for (; i + 4 <= end; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
    hash = Math.imul(hash ^ word, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  for (; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  return hash ^ (hash >>> 13)
}

/** Every text of a file, once; found again from its bytes, so that each distinct one is decoded once. */
export class TextPool {
  readonly texts: Array<string> = []
  /** How many texts were cut. */
  cut = 0
  private readonly byText = new Map<string, number>()
  private readonly buffer: Buffer
  private starts = new Float64Array(512)
  private lengths = new Int32Array(512)
  private hashes = new Int32Array(512)
  private indices = new Int32Array(512)
  private table = new Int32Array(2048)
  private ranges = 0

  constructor(private readonly bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The index of the text whose STEP form, quotes taken off, is `bytes[start .. end)`. */
  intern(start: number, end: number): number {
    const bytes = this.bytes
    if (end - start > longestText) {
      this.cut++
      end = start + longestText
    }
    const hash = hashOf(bytes, start, end)
    const mask = this.table.length - 1
    let slot = hash & mask
    for (let entry = this.table[slot]!; entry !== 0; entry = this.table[slot]!) {
      const range = entry - 1
      if (this.hashes[range] === hash && this.lengths[range] === end - start && this.same(range, start, end)) {
        return this.indices[range]!
      }
      slot = (slot + 1) & mask
    }
    const index = this.add(this.decode(start, end))
    this.remember(hash, start, end, index)
    return index
  }

  /** The text whose STEP form is `bytes[start .. end)`, without keeping it. */
  decode(start: number, end: number): string {
    const { bytes } = this
    return isPlain(bytes, start, end) ? this.buffer.toString("latin1", start, end) : decodeText(bytes, start, end)
  }

  /** The index of a text. */
  add(text: string): number {
    const known = this.byText.get(text)
    if (known !== undefined) return known
    this.byText.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }

  private same(range: number, start: number, end: number): boolean {
    const bytes = this.bytes
    const from = this.starts[range]! - start
    for (let i = start; i < end; i++) if (bytes[i] !== bytes[i + from]) return false
    return true
  }

  private remember(hash: number, start: number, end: number, index: number): void {
    if (this.ranges === this.hashes.length) this.grow()
    const range = this.ranges++
    this.hashes[range] = hash
    this.starts[range] = start
    this.lengths[range] = end - start
    this.indices[range] = index
    this.place(range)
  }

  private place(range: number): void {
    const mask = this.table.length - 1
    let slot = this.hashes[range]! & mask
    while (this.table[slot] !== 0) slot = (slot + 1) & mask
    this.table[slot] = range + 1
  }

  private grow(): void {
    const larger = <A extends Int32Array | Float64Array>(items: A, made: A): A => {
      made.set(items)
      return made
    }
    const size = this.ranges * 2
    this.starts = larger(this.starts, new Float64Array(size))
    this.lengths = larger(this.lengths, new Int32Array(size))
    this.hashes = larger(this.hashes, new Int32Array(size))
    this.indices = larger(this.indices, new Int32Array(size))
    this.table = new Int32Array(size * 4)
    for (let i = 0; i < this.ranges; i++) this.place(i)
  }
}
