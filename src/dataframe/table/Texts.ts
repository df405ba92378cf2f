/** Collects the texts of a container while it is written: one UTF-8 buffer and the offset of each text. */
export class TextWriter {
  private offsets: Uint32Array
  private blob: Buffer
  private used = 0
  count = 0
  private readonly shared = new Map<string, number>()

  constructor() {
    this.offsets = new Uint32Array(1024)
    this.blob = Buffer.allocUnsafe(64 * 1024)
  }

  /** Appends a text, which gets the number `count`. The texts of one column must be appended one after another. */
  append(text: string): void {
    const most = text.length * 3
    if (this.used + most > this.blob.length) this.blob = grown(this.blob, this.used + most)
    this.used += this.blob.write(text, this.used, "utf8")
    this.count++
    if (this.count === this.offsets.length) {
      const offsets = new Uint32Array(this.count * 2)
      offsets.set(this.offsets)
      this.offsets = offsets
    }
    this.offsets[this.count] = this.used
  }

  /** Returns the number of a text that is stored once and shared by all callers of this method. */
  once(text: string): number {
    const known = this.shared.get(text)
    if (known !== undefined) return known
    const id = this.count
    this.append(text)
    this.shared.set(text, id)
    return id
  }

  offsetBytes(): Uint8Array {
    return new Uint8Array(this.offsets.buffer as ArrayBuffer, 0, (this.count + 1) * 4)
  }

  textBytes(): Uint8Array {
    return this.blob.subarray(0, this.used)
  }
}

const grown = (blob: Buffer, needed: number): Buffer => {
  const larger = Buffer.allocUnsafe(Math.max(needed, blob.length * 2))
  blob.copy(larger)
  return larger
}

/** The texts of an open container. */
export class Texts {
  /** The bytes of a text lie from `offsets[id]` to `offsets[id + 1]`. */
  readonly offsets: Uint32Array
  readonly blob: Buffer

  constructor(offsets: Uint8Array, blob: Uint8Array) {
    this.offsets = new Uint32Array(offsets.buffer, offsets.byteOffset, offsets.byteLength >>> 2)
    this.blob = Buffer.from(blob.buffer as ArrayBuffer, blob.byteOffset, blob.byteLength)
  }

  get(id: number): string {
    return this.blob.toString("utf8", this.offsets[id], this.offsets[id + 1])
  }
}
