const block = 1 << 16

/** Counts the line breaks that begin in `bytes[start .. end)`: LF, CR or both together. */
const breaks = (bytes: Uint8Array, start: number, end: number): number => {
  let count = 0
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte === 10 || (byte === 13 && bytes[i + 1] !== 10)) count++
  }
  return count
}

/** Finds the lines of bytes in a file. Line breaks are counted once, in blocks, on the first request. */
export class Lines {
  private before: Float64Array | undefined

  constructor(private readonly bytes: Uint8Array) {}

  /** Returns the line, from 1, of the byte at `offset`. */
  at(offset: number): number {
    this.before ??= this.count()
    const index = Math.floor(offset / block)
    return 1 + this.before[index]! + breaks(this.bytes, index * block, offset)
  }

  private count(): Float64Array {
    const before = new Float64Array(Math.floor(this.bytes.length / block) + 2)
    for (let i = 0; i * block < this.bytes.length; i++) {
      before[i + 1] = before[i]! + breaks(this.bytes, i * block, Math.min((i + 1) * block, this.bytes.length))
    }
    return before
  }
}
