import { resized } from "./Growing.ts"
import { factors, HashIndex } from "./HashIndex.ts"
import { withoutControls } from "./StepText.ts"

/** Limit on keywords; more than all schemas together have classes. */
export const mostKeywords = 4096

/** The most letters of a keyword that are stored as numbers of four letters each. */
const mostLetters = 64
const mostFours = mostLetters / 4

/** Factor of the hash of a keyword: for each letter `hash * letterFactor + (letter & 0xdf)`, 32 bits wide. */
export const letterFactor = factors[0]! | 1

/** Mask that turns four letters into upper case. Digits and the underscore lose a bit too, but stay distinct. */
const upper = 0xdfdfdfdf

/** The distinct keywords of a file (`IFCWALL`), looked up by their bytes in any case, without creating strings. */
export class Keywords {
  /** The keywords in upper case, in the order of their first occurrence. */
  readonly names: Array<string> = []
  private readonly view: DataView
  private readonly hashes = new HashIndex()
  /**
   * The letters of keyword k, four per entry, from `k * mostFours` on. The last entry has the last four letters, even
   * if they overlap the entry before.
   */
  private fours = new Int32Array(128 * mostFours)
  /** Lengths of keywords; 0 for lengths other than 4 to `mostLetters`, which are compared as strings. */
  private lengths = new Uint8Array(128)

  constructor(private readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /**
   * Returns the index of the keyword at `bytes[start .. end)`, which may contain control characters, or -1 if the file
   * has too many keywords.
   */
  intern(start: number, end: number): number {
    return this.find(start, end, this.hashOf(start, end))
  }

  /** Returns the hash of the keyword at `bytes[start .. end)`, for which control characters do not count. */
  hashOf(start: number, end: number): number {
    let hash = 0
    for (let i = start; i < end; i++) {
      const byte = this.bytes[i]!
      if (byte >= 32) hash = (Math.imul(hash, letterFactor) + (byte & 0xdf)) | 0
    }
    return hash
  }

  /** Does the same as `intern`, with a precomputed hash. */
  find(start: number, end: number, hash: number): number {
    for (let index = this.hashes.first(hash); index >= 0; index = this.hashes.next(index)) {
      if (this.equals(index, start, end)) return index
    }
    return this.add(start, end, hash)
  }

  /**
   * Returns the length of keyword `index` if it is at `start` and more bytes follow; 0 if not, or if its length is not
   * stored.
   */
  lengthAt(index: number, start: number): number {
    const length = this.lengths[index]!
    return length !== 0 && start + length < this.bytes.length && this.standsAt(index, length, start) ? length : 0
  }

  private equals(index: number, start: number, end: number): boolean {
    const length = this.lengths[index]!
    if (length === end - start && this.standsAt(index, length, start)) return true
    return this.names[index] === this.text(start, end)
  }

  private standsAt(index: number, length: number, start: number): boolean {
    const { fours, view } = this
    const last = start + length - 4
    let place = index * mostFours
    for (let at = start; at < last; at += 4) if ((view.getInt32(at) & upper) !== fours[place++]) return false
    return (view.getInt32(last) & upper) === fours[place]
  }

  private text(start: number, end: number): string {
    return withoutControls(this.bytes.toString("latin1", start, end)).toUpperCase()
  }

  private add(start: number, end: number, hash: number): number {
    const index = this.names.length
    if (index === mostKeywords) return -1
    this.hashes.add(hash)
    this.names.push(this.text(start, end))
    if (index === this.lengths.length) {
      this.fours = resized(this.fours, this.fours.length * 2)
      this.lengths = resized(this.lengths, index * 2)
    }
    const length = end - start
    // A keyword that was found with control characters in it is compared as a string.
    if (length === this.names[index]!.length && length >= 4 && length <= mostLetters) {
      this.lengths[index] = length
      let place = index * mostFours
      for (let at = start; at < end - 4; at += 4) this.fours[place++] = this.view.getInt32(at) & upper
      this.fours[place] = this.view.getInt32(end - 4) & upper
    }
    return index
  }
}
