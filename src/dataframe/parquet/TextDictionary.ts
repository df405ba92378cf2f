import type { Texts } from "../table/Texts.ts"

/** The texts of one column of a row group, each once, as a dictionary page has them: a length of four bytes and UTF-8. */
export class TextDictionary {
  private blob = Buffer.allocUnsafe(64 * 1024)
  private readonly places = new Map<string, number>()
  count = 0
  byteLength = 0

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.blob.subarray(0, this.byteLength)
  }

  /** The texts that were added by `once`. */
  get texts(): Iterable<string> {
    return this.places.keys()
  }

  clear(): void {
    this.count = this.byteLength = 0
    this.places.clear()
  }

  /** The code of a text of a table; it is not looked for among those before. */
  add({ blob, offsets }: Texts, id: number): number {
    const [start, end] = [offsets[id]!, offsets[id + 1]!]
    this.ensure(end - start)
    blob.copy(this.blob, this.byteLength + 4, start, end)
    return this.end(end - start)
  }

  /** The code of a text, the same each time. */
  once(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    // A UTF-16 unit has at most three bytes.
    this.ensure(text.length * 3)
    const length = this.blob.write(text, this.byteLength + 4, "utf8")
    const code = this.end(length)
    this.places.set(text, code)
    return code
  }

  private ensure(length: number): void {
    const needed = this.byteLength + 4 + length
    if (needed <= this.blob.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.blob.length * 2))
    this.blob.copy(larger, 0, 0, this.byteLength)
    this.blob = larger
  }

  /** Ends the text whose bytes lie after the room for their number. */
  private end(length: number): number {
    this.blob.writeUInt32LE(length, this.byteLength)
    this.byteLength += 4 + length
    return this.count++
  }
}
