/** The distinct integers of one column of a row group, in the order in which they first appeared. */
export class IntegerDictionary {
  private integers = new BigInt64Array(1024)
  private readonly places = new Map<bigint, number>()

  get count(): number {
    return this.places.size
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.integers.buffer, 0, this.count * BigInt64Array.BYTES_PER_ELEMENT)
  }

  clear(): void {
    this.places.clear()
  }

  /** Returns the code of an integer and adds the integer if it is new. */
  once(integer: bigint): number {
    const known = this.places.get(integer)
    if (known !== undefined) return known
    const code = this.count
    if (code === this.integers.length) {
      const larger = new BigInt64Array(code * 2)
      larger.set(this.integers)
      this.integers = larger
    }
    this.integers[code] = integer
    this.places.set(integer, code)
    return code
  }
}
