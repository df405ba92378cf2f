/** Texts in one buffer, each from its offset to the next. */
interface Texts {
  readonly blob: Buffer
  readonly offsets: Uint32Array
}

/**
 * The distinct texts of one column of a row group, in the encoding of a dictionary page: a length of four bytes, then
 * UTF-8.
 */
export class TextDictionary {
  private blob = Buffer.allocUnsafeSlow(4 * 1024)
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

  /** Appends one of many texts without looking for a duplicate, and returns its code. */
  add({ blob, offsets }: Texts, id: number): number {
    const [start, end] = [offsets[id]!, offsets[id + 1]!]
    this.ensure(end - start)
    blob.copy(this.blob, this.byteLength + 4, start, end)
    return this.end(end - start)
  }

  /** Returns the code of a text and adds the text if it is new. */
  once(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    // A UTF-16 unit takes at most three bytes.
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

  /** Completes a text by writing its length before its bytes, and returns its code. */
  private end(length: number): number {
    this.blob.writeUInt32LE(length, this.byteLength)
    this.byteLength += 4 + length
    return this.count++
  }
}
