/** Where the number of the version stands: eight digits or blanks before the first chunk. */
const [versionAt, first] = [24, 32]
/** Since then the length of a chunk has eight bytes (Rhino 5). */
const wideVersion = 50
/** Of a type: its chunk is this number alone; its chunk holds chunks. */
const [isShort, isTable] = [0x8000_0000, 0x1000_0000]
const endOfFile = 0x7fff
const headBytes = 12

/**
 * Where the first chunk begins that does not fit into what holds it, in bytes from the start of a 3DM file; null where
 * all fit, or the file is of a Rhino before 5. Of tables their records are looked at, not what these hold. The library
 * searches a file whose chunks do not follow one another byte by byte, for seconds each MB.
 *
 * Source: openNURBS, `opennurbs_3dm.h`: typecodes, and how chunks are laid out.
 */
export const faultOf = (bytes: Uint8Array): number | null => {
  const version = Number(Buffer.from(bytes.subarray(versionAt, first)).toString("latin1"))
  if (!(version >= wideVersion)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  /** The first fault of the chunks between, and where what follows them begins. */
  const walk = (from: number, to: number, isOutermost: boolean): number | null => {
    for (let at = from; at < to;) {
      if (at + headBytes > to) return at
      const type = view.getUint32(at, true)
      const begin = at + headBytes
      const end = (type & isShort) === 0 ? begin + Number(view.getBigInt64(at + 4, true)) : begin
      if (end < begin || end > to) return at
      if (!isOutermost) {
        at = end
        continue
      }
      if (type === endOfFile) return null
      if ((type & isTable) !== 0) {
        const fault = walk(begin, end, false)
        if (fault !== null) return fault
      }
      at = end
    }
    return isOutermost ? to : null
  }
  return walk(first, bytes.length, true)
}
