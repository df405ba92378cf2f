const firstBytes = 64 * 1024

/** A buffer for one part of an upload. It grows on demand and is reused for the next part. */
export class PartBuffer {
  #bytes = new Uint8Array(firstBytes)
  #length = 0

  constructor(readonly capacity: number) {}

  get isFull(): boolean {
    return this.#length === this.capacity
  }

  /** The buffered bytes, valid until `clear`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  /** Appends as many of the bytes as there is room for, and returns their number. */
  take(bytes: Uint8Array): number {
    const count = Math.min(bytes.length, this.capacity - this.#length)
    const needed = this.#length + count
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.capacity, Math.max(needed, 2 * this.#bytes.length)))
      larger.set(this.bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes.subarray(0, count), this.#length)
    this.#length = needed
    return count
  }
}
