type Numbers = Uint8Array | Uint16Array | Uint32Array | Int16Array | Float64Array

/** A growing typed array that holds the data of all columns of one element type, one column after another. */
export class Section<A extends Numbers> {
  private array: A
  length = 0

  constructor(private readonly make: (length: number) => A) {
    this.array = make(1024)
  }

  /** Reserves `count` elements and returns the index of the first. */
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

  /** Appends the elements and returns the index of the first. */
  append(elements: ArrayLike<number>): number {
    const start = this.reserve(elements.length)
    this.array.set(elements, start)
    return start
  }

  set(index: number, value: number): void {
    this.array[index] = value
  }

  /** Returns the bytes in use and one more element, so that a loop may read one past the last. */
  bytes(): Uint8Array {
    this.reserve(1)
    return new Uint8Array(this.array.buffer as ArrayBuffer, 0, this.length * this.array.BYTES_PER_ELEMENT)
  }
}
