import { resized } from "./Growing.ts"
import { factors, HashIndex } from "./HashIndex.ts"

/** More than the classes of all schemas together. */
export const mostKeywords = 4096

/** Of a keyword this many letters, at most, are kept as numbers of four letters each. */
const mostLetters = 64
const mostFours = mostLetters / 4

/** Of the hash of a keyword: for each letter `hash * letterFactor + (letter & 0xdf)`, 32 bits wide. */
export const letterFactor = factors[0]! | 1

/** Four letters in upper case; digits and the underscore lose a bit too, and stay different. */
const upper = 0xdfdfdfdf

/**
 * The keywords of a file (`IFCWALL`), each once, found again from their bytes without making a text of them and
 * whatever their case.
 */
export class Keywords {
  /** In upper case, in the order met. */
  readonly names: Array<string> = []
  private readonly view: DataView
  private readonly hashes = new HashIndex()
  /** The letters of keyword k from `k * mostFours` on, the last four of them again where they are no multiple of four. */
  private fours = new Int32Array(128 * mostFours)
  /** 0 for keywords of other lengths than 4 to `mostLetters`, which are compared as texts. */
  private lengths = new Uint8Array(128)

  constructor(private readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The index of the keyword at `bytes[start .. end)`; -1 once a file has invented too many. */
  intern(start: number, end: number): number {
    let hash = 0
    for (let i = start; i < end; i++) hash = (Math.imul(hash, letterFactor) + (this.bytes[i]! & 0xdf)) | 0
    return this.find(start, end, hash)
  }

  /** As `intern`, with the hash already made. */
  find(start: number, end: number, hash: number): number {
    for (let index = this.hashes.first(hash); index >= 0; index = this.hashes.next(index)) {
      if (this.equals(index, start, end)) return index
    }
    return this.add(start, end, hash)
  }

  /** How many letters keyword `index` has, where they stand at `start` and more bytes follow; else, or if unknown, 0. */
  lengthAt(index: number, start: number): number {
    const length = this.lengths[index]!
    return length !== 0 && start + length < this.bytes.length && this.standsAt(index, length, start) ? length : 0
  }

  private equals(index: number, start: number, end: number): boolean {
    const length = this.lengths[index]!
    if (length === 0) return this.names[index] === this.text(start, end)
    return length === end - start && this.standsAt(index, length, start)
  }

  private standsAt(index: number, length: number, start: number): boolean {
    const { fours, view } = this
    const last = start + length - 4
    let place = index * mostFours
    for (let at = start; at < last; at += 4) if ((view.getInt32(at) & upper) !== fours[place++]) return false
    return (view.getInt32(last) & upper) === fours[place]
  }

  private text(start: number, end: number): string {
    return this.bytes.toString("latin1", start, end).toUpperCase()
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
    if (length >= 4 && length <= mostLetters) {
      this.lengths[index] = length
      let place = index * mostFours
      for (let at = start; at < end - 4; at += 4) this.fours[place++] = this.view.getInt32(at) & upper
      this.fours[place] = this.view.getInt32(end - 4) & upper
    }
    return index
  }
}
