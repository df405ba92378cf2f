import { resized } from "./Growing.ts"

/**
 * Numbers from 0 on in the order added, found again by a hash of what each stands for.
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

  /** @param capacity a power of two */
  constructor(capacity = 512) {
    this.hashes = new Int32Array(capacity)
    this.before = new Int32Array(capacity)
    this.slots = new Int32Array(capacity * 2)
  }

  first(hash: number): number {
    return this.match(this.slots[this.slot(hash)]!, hash)
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

  private slot(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1)
  }

  private place(entry: number): void {
    const slot = this.slot(this.hashes[entry]!)
    this.before[entry] = this.slots[slot]!
    this.slots[slot] = entry + 1
  }

  private grow(): void {
    this.hashes = resized(this.hashes, this.length * 2)
    this.before = resized(this.before, this.length * 2)
    this.slots = new Int32Array(this.length * 4)
    for (let entry = 0; entry < this.length; entry++) this.place(entry)
  }
}
