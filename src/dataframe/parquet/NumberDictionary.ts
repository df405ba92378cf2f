/** Odd, and unknown to whoever writes numbers into a file: nobody can choose many that meet in one place. */
const [low, high] = crypto.getRandomValues(new Uint32Array(2)).map((word) => word | 1)

/** The numbers of a row group, each once, in the order in which they came. */
export class NumberDictionary {
  private readonly numbers: Float64Array<ArrayBuffer>
  private readonly words: Uint32Array
  /** By hash: code and 1 of a number, 0 for none; there are at least twice as many places as numbers. */
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

  /** The code of a number, the same each time; no more than `most` may be different. */
  once(number: number): number {
    const { count, numbers, places, words } = this
    // Adding 0 makes 0 of -0. It stands behind the others until it is known whether it is one of them.
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
