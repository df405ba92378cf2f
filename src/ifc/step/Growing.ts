type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** Returns the first `length` numbers of a column, followed by zeros if it was shorter. */
export const resized = <A extends Numbers>(column: A, length: number): A => {
  const made = new (column.constructor as new (length: number) => A)(length)
  made.set(column.length > length ? column.subarray(0, length) : column)
  return made
}

/** A growing list of 32-bit integers in a typed array, without boxing. */
export class Int32List {
  private items: Int32Array
  length = 0

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.items.length) this.items = resized(this.items, this.length * 2)
    this.items[this.length++] = value
  }

  at(index: number): number {
    return this.items[index]!
  }

  set(index: number, value: number): void {
    this.items[index] = value
  }

  /** Removes all items from `length` on. */
  cut(length: number): void {
    this.length = length
  }

  /** Returns the current items without a copy; valid until the next `push`. */
  view(): Int32Array {
    return this.items.subarray(0, this.length)
  }
}

/** One entry for each index from 0, `empty` if none was set; grows with the highest index. */
export class Int32Map {
  private items: Int32Array

  constructor(
    private readonly empty: number,
    capacity = 1024
  ) {
    this.items = new Int32Array(capacity).fill(empty)
  }

  get(index: number): number {
    return index < this.items.length ? this.items[index]! : this.empty
  }

  set(index: number, value: number): void {
    if (index >= this.items.length) {
      const larger = new Int32Array(Math.max(index + 1, this.items.length * 2)).fill(this.empty)
      larger.set(this.items)
      this.items = larger
    }
    this.items[index] = value
  }
}
