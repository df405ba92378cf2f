import { resized } from "./Growing.ts"
import { factors, HashIndex } from "./HashIndex.ts"
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

/** Two bytes at a time; from a block of bytes to the next the hash goes on as four bytes more. */
const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
  let hash = 0
  for (let i = start; i < end;) {
    const until = Math.min(i + 124, end)
    hash = (Math.imul(hash & 0xffff, factors[0]!) + Math.imul(hash >>> 16, factors[1]!)) | 0
    let factor = 2
    for (; i + 1 < until; i += 2) hash = (hash + Math.imul(bytes[i]! | (bytes[i + 1]! << 8), factors[factor++]!)) | 0
    if (i < until) hash = (hash + Math.imul(bytes[i++]!, factors[factor]!)) | 0
  }
  return hash
}

/** Every text of a file, once; found again from its bytes, so that each distinct one is decoded once. */
export class TextDictionary {
  readonly texts: Array<string> = []
  /** How many texts were cut. */
  cut = 0
  private readonly byText = new Map<string, number>()
  private readonly buffer: Buffer
  /** By form of a text in the file: where it stands, how long it is, which text it is. */
  private starts = new Float64Array(512)
  private lengths = new Int32Array(512)
  private indices = new Int32Array(512)
  private readonly forms = new HashIndex()

  constructor(private readonly bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The index of the text whose STEP form, quotes taken off, is `bytes[start .. end)`. */
  intern(start: number, end: number): number {
    const { forms } = this
    if (end - start > longestText) {
      this.cut++
      end = start + longestText
      while ((this.bytes[end]! & 0xc0) === 0x80 && end > start + longestText - 4) end--
    }
    const hash = hashOf(this.bytes, start, end)
    for (let form = forms.first(hash); form >= 0; form = forms.next(form)) {
      if (this.lengths[form] === end - start && this.same(form, start, end)) return this.indices[form]!
    }
    const form = forms.add(hash)
    if (form === this.starts.length) {
      this.starts = resized(this.starts, form * 2)
      this.lengths = resized(this.lengths, form * 2)
      this.indices = resized(this.indices, form * 2)
    }
    this.starts[form] = start
    this.lengths[form] = end - start
    return (this.indices[form] = this.add(this.decode(start, end)))
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

  private same(form: number, start: number, end: number): boolean {
    const bytes = this.bytes
    const from = this.starts[form]! - start
    for (let i = start; i < end; i++) if (bytes[i] !== bytes[i + from]) return false
    return true
  }
}
