/** Random odd factors of the hash, so that nobody can choose numbers for a file that collide. */
const [low, high] = crypto.getRandomValues(new Uint32Array(2)).map((word) => word | 1)

/** The distinct numbers of a row group, in the order in which they first appeared. */
export class NumberDictionary {
  private readonly numbers: Float64Array<ArrayBuffer>
  private readonly words: Uint32Array
  /** The hash table: code + 1 of a number, or 0 if empty. It has at least twice as many entries as numbers. */
  private readonly places: Uint32Array
  count = 0

  constructor(most: number) {
    this.numbers = new Float64Array(most + 1)
    this.words = new Uint32Array(this.numbers.buffer)
    this.places = new Uint32Array(2 ** (33 - Math.clz32(most)))
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.numbers.buffer, 0, this.count * Float64Array.BYTES_PER_ELEMENT)
  }

  clear(): void {
    this.count = 0
    this.places.fill(0)
  }

  /** Returns the code of a number and adds the number if it is new. At most `most` numbers can be added. */
  once(number: number): number {
    const { count, numbers, places, words } = this
    // Adding 0 turns -0 into 0. The number is stored after the others so that it can be compared, and kept only if it
    // is new.
    numbers[count] = number + 0
    const half = Math.imul(words[count * 2]!, low!)
    const whole = Math.imul(half ^ (half >>> 15) ^ words[count * 2 + 1]!, high!)
    let place = (whole ^ (whole >>> 16)) & (places.length - 1)
    for (let code = places[place]!; code !== 0; code = places[place]!) {
      if (numbers[code - 1] === numbers[count]) return code - 1
      place = (place + 1) & (places.length - 1)
    }
    places[place] = count + 1
    return this.count++
  }
}
