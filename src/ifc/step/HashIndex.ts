import { resized } from "./Growing.ts"

/**
 * Factors of the hashes, random in each process, so that nobody can craft a file whose entries all collide.
 *
 * A sum of 16-bit parts, each multiplied by a factor of its own, is evenly distributed in its upper bits for any parts.
 * Source: Dietzfelbinger, Universal hashing and k-wise independent random variables via integer arithmetic (1996).
 */
export const factors = crypto.getRandomValues(new Int32Array(64))

/** Initial capacity in entries. It is small because many files are. */
const room = 128

/**
 * Numbers entries from 0 in the order added, and finds them by a hash, of which the upper bits select the slot.
 *
 * Callers compare entries with equal hashes themselves: `first` and then `next` until -1.
 */
export class HashIndex {
  length = 0
  private hashes: Int32Array
  /** 1 + the previous entry in the same slot; 0 for none. */
  private before: Int32Array
  /** 1 + the last entry in each slot. */
  private slots: Int32Array
  /** The right shift that leaves the slot number of a hash. */
  private shift: number

  constructor() {
    this.hashes = new Int32Array(room)
    this.before = new Int32Array(room)
    this.slots = new Int32Array(room * 2)
    this.shift = Math.clz32(room)
  }

  first(hash: number): number {
    return this.match(this.slots[hash >>> this.shift]!, hash)
  }

  next(entry: number): number {
    return this.match(this.before[entry]!, this.hashes[entry]!)
  }

  add(hash: number): number {
    if (this.length === this.hashes.length) this.grow()
    this.hashes[this.length] = hash
    this.place(this.length)
    return this.length++
  }

  private match(candidate: number, hash: number): number {
    let entry = candidate - 1
    while (entry >= 0 && this.hashes[entry] !== hash) entry = this.before[entry]! - 1
    return entry
  }

  private place(entry: number): void {
    const slot = this.hashes[entry]! >>> this.shift
    this.before[entry] = this.slots[slot]!
    this.slots[slot] = entry + 1
  }

  private grow(): void {
    this.hashes = resized(this.hashes, this.length * 2)
    this.before = resized(this.before, this.length * 2)
    this.slots = new Int32Array(this.length * 4)
    this.shift--
    for (let entry = 0; entry < this.length; entry++) this.place(entry)
  }
}
