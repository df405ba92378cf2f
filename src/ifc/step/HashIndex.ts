import { resized } from "./Growing.ts"

/**
 * Factors of the hashes, random in each process: nobody can write a file whose entries all fall together.
 *
 * A sum of 16-bit parts, each times a factor of its own, is spread evenly in its upper bits whatever the parts are.
 * Source: Dietzfelbinger, Universal hashing and k-wise independent random variables via integer arithmetic (1996).
 */
export const factors = crypto.getRandomValues(new Int32Array(64))

/** Of entries, at first: small files are many. */
const room = 128

/**
 * Numbers from 0 on in the order added, found again by a hash of what each stands for; its upper bits count.
 *
 * Which of those with equal hashes is meant the asker finds out: `first` and then `next` until -1.
 */
export class HashIndex {
  length = 0
  private hashes: Int32Array
  /** 1 + the entry before in the same slot, 0 for none. */
  private before: Int32Array
  /** 1 + the last entry in each slot. */
  private slots: Int32Array
  /** How far the bits of a hash that name its slot are from the right. */
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
