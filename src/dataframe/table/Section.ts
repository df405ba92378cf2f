type Numbers = Uint8Array | Uint16Array | Uint32Array | Int16Array | Float64Array

/** A typed array that grows: the columns of one element type lie in it one after another. */
export class Section<A extends Numbers> {
  private array: A
  length = 0

  constructor(private readonly make: (length: number) => A) {
    this.array = make(1024)
  }

  /** Room for `count` elements; where they start. */
  reserve(count: number): number {
    const start = this.length
    const needed = start + count
    if (needed > this.array.length) {
      const grown = this.make(Math.max(needed, this.array.length * 2))
      grown.set(this.array.subarray(0, start))
      this.array = grown
    }
    this.length = needed
    return start
  }

  /** Where the elements start. */
  append(elements: ArrayLike<number>): number {
    const start = this.reserve(elements.length)
    this.array.set(elements, start)
    return start
  }

  set(index: number, value: number): void {
    this.array[index] = value
  }

  /** The bytes in use and one element more, so that a loop may read one past the last. */
  bytes(): Uint8Array {
    this.reserve(1)
    return new Uint8Array(this.array.buffer as ArrayBuffer, 0, this.length * this.array.BYTES_PER_ELEMENT)
  }
}
