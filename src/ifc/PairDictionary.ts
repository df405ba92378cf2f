const number = new Float64Array(1)
const bits = new Uint32Array(number.buffer)

/** Pairs of a whole number and a number, each once, numbered in the order met. */
export class PairDictionary {
  length = 0
  private firsts = new Int32Array(1024)
  private seconds = new Float64Array(1024)
  private table = new Int32Array(4096)

  /** The index of the pair; a new one has the index that `length` had. */
  intern(first: number, second: number): number {
    const mask = this.table.length - 1
    let slot = this.hash(first, second) & mask
    for (let entry = this.table[slot]!; entry !== 0; entry = this.table[slot]!) {
      if (this.firsts[entry - 1] === first && Object.is(this.seconds[entry - 1], second)) return entry - 1
      slot = (slot + 1) & mask
    }
    if (this.length === this.firsts.length) this.grow()
    this.firsts[this.length] = first
    this.seconds[this.length] = second
    this.place(this.length)
    return this.length++
  }

  first(index: number): number {
    return this.firsts[index]!
  }

  second(index: number): number {
    return this.seconds[index]!
  }

  private hash(first: number, second: number): number {
    number[0] = second
    let hash = Math.imul(bits[0]! ^ Math.imul(first, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(bits[1]!, 0xc2b2ae35)
    hash ^= hash >>> 15
    hash = Math.imul(hash, 0x2c1b3c6d)
    return hash ^ (hash >>> 13)
  }

  private place(index: number): void {
    const mask = this.table.length - 1
    let slot = this.hash(this.firsts[index]!, this.seconds[index]!) & mask
    while (this.table[slot] !== 0) slot = (slot + 1) & mask
    this.table[slot] = index + 1
  }

  private grow(): void {
    const firsts = new Int32Array(this.length * 2)
    firsts.set(this.firsts)
    this.firsts = firsts
    const seconds = new Float64Array(this.length * 2)
    seconds.set(this.seconds)
    this.seconds = seconds
    this.table = new Int32Array(this.length * 8)
    for (let i = 0; i < this.length; i++) this.place(i)
  }
}
