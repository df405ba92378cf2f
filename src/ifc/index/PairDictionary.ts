import { resized } from "../step/Growing.ts"
import { factors, HashIndex } from "../step/HashIndex.ts"

const number = new Float64Array(1)
const bits = new Uint32Array(number.buffer)

const halves = (word: number, factor: number): number =>
  (Math.imul(word & 0xffff, factors[factor]!) + Math.imul(word >>> 16, factors[factor + 1]!)) | 0

const hashOf = (first: number, second: number): number => {
  number[0] = second
  return (halves(first, 0) + halves(bits[0]!, 2) + halves(bits[1]!, 4)) | 0
}

/** Stores distinct pairs of an integer and a number, numbered in the order of their first occurrence. */
export class PairDictionary {
  private firsts = new Int32Array(128)
  private seconds = new Float64Array(128)
  private readonly pairs = new HashIndex()

  get length(): number {
    return this.pairs.length
  }

  /** Returns the index of the pair. A new pair gets the index that `length` had. */
  intern(first: number, second: number): number {
    const { firsts, pairs, seconds } = this
    const hash = hashOf(first, second)
    for (let pair = pairs.first(hash); pair >= 0; pair = pairs.next(pair)) {
      if (firsts[pair] === first && Object.is(seconds[pair], second)) return pair
    }
    const pair = pairs.add(hash)
    if (pair === firsts.length) {
      this.firsts = resized(firsts, pair * 2)
      this.seconds = resized(seconds, pair * 2)
    }
    this.firsts[pair] = first
    this.seconds[pair] = second
    return pair
  }

  first(index: number): number {
    return this.firsts[index]!
  }

  second(index: number): number {
    return this.seconds[index]!
  }
}
