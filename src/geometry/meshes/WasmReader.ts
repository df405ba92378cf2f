/** Immediates of an instruction: 0, 1 or 2 LEB128 numbers of any size, or one of these kinds. */
const [bytes4, bytes8, labels, types, bulk, vector, unknown] = [4, 8, 16, 17, 18, 19, 255]

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

const follows = new Uint8Array(256).fill(unknown)
for (const [what, instructions] of [
  [0, [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1, ...range(0x45, 0xc4)]],
  [1, [...range(0x02, 0x04), ...range(0x06, 0x09), 0x0c, 0x0d, 0x10, 0x12, 0x18, ...range(0x20, 0x26)]],
  [1, [...range(0x3f, 0x42), 0xd0, 0xd2]],
  [2, [0x11, 0x13, ...range(0x28, 0x3e)]],
  [labels, [0x0e]],
  [types, [0x1c]],
  [bytes4, [0x43]],
  [bytes8, [0x44]],
  [bulk, [0xfc]],
  [vector, [0xfd]]
] as const) {
  for (const instruction of instructions) follows[instruction] = what
}

const [loop, call] = [0x03, 0x10]

/** Facts about the body of a function. */
interface Body {
  /** The offset of the body of each loop. */
  readonly loops: ReadonlyArray<number>
  /** Whether it calls itself directly by index; calls through a table or through other functions are not detected. */
  readonly callsItself: boolean
}

const text = new TextDecoder()

/** Reads a WebAssembly module from an offset on. */
export class WasmReader {
  at = 0

  constructor(readonly bytes: Uint8Array) {}

  /** Reads a LEB128 number of at most 32 bits. */
  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  name(): string {
    const length = this.number()
    this.at += length
    return text.decode(this.bytes.subarray(this.at - length, this.at))
  }

  /** Skips LEB128 numbers of any size. */
  skip(numbers: number): void {
    for (let i = 0; i < numbers; i++) while (this.bytes[this.at++]! >= 0x80);
  }

  /**
   * Skips the instructions of a function, up to an offset. Throws at an unknown instruction, or if the last instruction
   * does not end at that offset.
   *
   * Source: WebAssembly Core Specification 2.0, 5.4, with the first proposal of exception instructions.
   *
   * @param own the index of the function
   */
  body(end: number, own: number): Body {
    const { bytes } = this
    const loops: Array<number> = []
    let callsItself = false
    // Half a million instructions are skipped before the JIT has compiled this code, hence a single loop and a local
    // offset.
    let at = this.at
    while (at < end) {
      const instruction = bytes[at++]!
      const what = follows[instruction]!
      if (instruction === call) {
        this.at = at
        if (this.number() === own) callsItself = true
        at = this.at
      } else if (what <= 2) {
        for (let i = 0; i < what; i++) while (bytes[at++]! >= 0x80);
        if (instruction === loop) loops.push(at)
      } else if (what <= bytes8) at += what
      else {
        this.at = at
        if (what === labels) this.skip(this.number() + 1)
        else if (what === types) this.skip(this.number())
        else if (what === bulk) this.bulk(this.number())
        else if (what === vector) this.vector(this.number())
        else throw new Error(`The instruction 0x${instruction.toString(16)} is not known`)
        at = this.at
      }
    }
    if (at !== end) throw new Error("The last instruction of a function does not end where it does")
    this.at = at
    return { loops, callsItself }
  }

  private bulk(which: number): void {
    if (which >= 8) this.skip([8, 10, 12, 14].includes(which) ? 2 : 1)
  }

  private vector(which: number): void {
    const isOfMemory = which <= 11 || (which >= 84 && which <= 93)
    if (isOfMemory) this.skip(2)
    if (which === 12 || which === 13) this.at += 16
    else if ((which >= 21 && which <= 34) || (which >= 84 && which <= 91)) this.at += 1
  }
}
