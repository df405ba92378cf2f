/** Number of consecutive differences that share a bit width. */
const together = 16
/** Limits of a block of rows that is encoded together: number of rows, and bytes. */
const mostRows = 256
const mostBytes = 8192
/** The two-bit value that is followed by a full byte, and the most such bytes in a group. */
const escape = 3
const mostEscapes = 10

const stepped = (from: number, to: number): number => {
  const difference = (to - from) & 255
  return difference < 128 ? difference * 2 : (255 - difference) * 2 + 1
}

/**
 * Encodes rows of bytes in the format of `MeshoptEncoder.encodeVertexBuffer`, but so that gzip compresses the result
 * well: gzip finds repeated bytes, and hardly any if differences are packed into 4 bits. So differences take 0, 2 or 8
 * bits, never 4.
 *
 * Source: EXT_meshopt_compression, mode 0 (attributes).
 */
export const packedRows = (rows: Uint8Array, count: number, stride: number): Uint8Array => {
  const rowsAtOnce = Math.min(mostRows, Math.floor(mostBytes / stride / together) * together)
  const columns = Math.ceil(count / rowsAtOnce) * stride
  const packed = new Uint8Array(
    1 + columns * (Math.ceil(rowsAtOnce / together / 4) + rowsAtOnce) + Math.max(32, stride)
  )
  let length = 0
  packed[length++] = 0xa0
  const last = rows.slice(0, stride)
  const differences = new Uint8Array(rowsAtOnce)
  for (let first = 0; first < count; first += rowsAtOnce) {
    const here = Math.min(rowsAtOnce, count - first)
    const groups = Math.ceil(here / together)
    for (let column = 0; column < stride; column++) {
      differences.fill(0)
      for (let i = 0; i < here; i++) {
        const byte = rows[(first + i) * stride + column]!
        differences[i] = stepped(last[column]!, byte)
        last[column] = byte
      }
      const modes = length
      length += Math.ceil(groups / 4)
      for (let group = 0; group < groups; group++) {
        const of = differences.subarray(group * together, (group + 1) * together)
        let used = 0
        let escapes = 0
        for (const one of of) {
          if (one > 0) used++
          if (one >= escape) escapes++
        }
        if (used === 0) continue
        const isShort = escapes <= mostEscapes
        packed[modes + (group >> 2)]! |= (isShort ? 1 : 3) << (2 * (group & 3))
        if (!isShort) {
          packed.set(of, length)
          length += together
          continue
        }
        for (const [i, one] of of.entries()) {
          packed[length + (i >> 2)]! |= Math.min(escape, one) << (6 - 2 * (i & 3))
        }
        length += together / 4
        for (const one of of) if (one >= escape) packed[length++] = one
      }
    }
  }
  length += Math.max(32, stride) - stride
  packed.set(rows.subarray(0, stride), length)
  return packed.slice(0, length + stride)
}
