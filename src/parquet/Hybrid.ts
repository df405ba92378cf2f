/**
 * Returns the bits that the greatest of `count` codes needs: at least one, because some readers do not support a width
 * of 0.
 */
export const widthOf = (count: number): number => Math.max(1, 32 - Math.clz32(count - 1))

/** The least number of equal values that are written as a run. */
const leastRun = 8

/**
 * Encodes codes as runs of equal values and, between them, as bit-packed groups of eight.
 *
 * @param values the codes, each below 2^width; the first `count` are encoded
 * @param width at most 24
 * Source: Apache Parquet Format, Encodings, "Run Length Encoding / Bit-Packing Hybrid (RLE = 3)", without the length.
 */
export const hybrid = (values: Uint8Array | Uint32Array, count: number, width: number): Uint8Array => {
  // Eight values need `width` bytes, and at worst a header of five bytes and a run of nine after them.
  const bytes = new Uint8Array(((count + 7) >>> 3) * (width + 14) + 16)
  let at = 0
  const head = (value: number): void => {
    let rest = value
    for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80
    bytes[at++] = rest
  }
  const pack = (start: number, end: number): void => {
    const groups = (end - start + 7) >>> 3
    if (groups === 0) return
    head((groups << 1) | 1)
    let bits = 0
    let held = 0
    for (let i = start; i < start + groups * 8; i++) {
      bits |= (i < end ? values[i]! : 0) << held
      for (held += width; held >= 8; held -= 8) {
        bytes[at++] = bits & 0xff
        bits >>>= 8
      }
    }
  }
  const run = (value: number, length: number): void => {
    head(length << 1)
    for (let shift = 0; shift < width; shift += 8) bytes[at++] = (value >>> shift) & 0xff
  }
  let packedFrom = 0
  let i = 0
  while (i < count) {
    const value = values[i]!
    let end = i + 1
    while (end < count && values[end] === value) end++
    if (end - i < leastRun) i = Math.min(i + 8, count)
    else {
      pack(packedFrom, i)
      run(value, end - i)
      packedFrom = i = end
    }
  }
  pack(packedFrom, count)
  return bytes.subarray(0, at)
}
