import { resized } from "./Growing.ts"
import { HashIndex } from "./HashIndex.ts"

const number = new Float64Array(1)
const bits = new Uint32Array(number.buffer)

const hashOf = (first: number, second: number): number => {
  number[0] = second
  let hash = Math.imul(bits[0]! ^ Math.imul(first, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(bits[1]!, 0xc2b2ae35)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** Pairs of a whole number and a number, each once, numbered in the order met. */
export class PairDictionary {
  private firsts = new Int32Array(1024)
  private seconds = new Float64Array(1024)
  private readonly pairs = new HashIndex(1024)

  get length(): number {
    return this.pairs.length
  }

  /** The index of the pair; a new one has the index that `length` had. */
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
