/** The offsets of the version number (eight digits or blanks) and of the first chunk. */
const [versionAt, first] = [24, 32]
/** The first version in which the length of a chunk has eight bytes (Rhino 5). */
const wideVersion = 50
/** Flags of a chunk's type: the chunk has no content besides its header; it contains chunks. */
const [isShort, isTable] = [0x8000_0000, 0x1000_0000]
const endOfFile = 0x7fff
const headBytes = 12

/**
 * Returns the offset of the first chunk that does not fit into its container, in bytes from the start of a 3DM file;
 * null if all fit, or the file is older than Rhino 5. In tables, the records are checked but not their content. This
 * check is needed because the library searches a file whose chunks are not contiguous for seconds per MB.
 *
 * Source: openNURBS, `opennurbs_3dm.h`, typecodes and layout of chunks.
 */
export const faultOf = (bytes: Uint8Array): number | null => {
  const version = Number(Buffer.from(bytes.subarray(versionAt, first)).toString("latin1"))
  if (!(version >= wideVersion)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  /**
   * Returns the offset of the first fault between `from` and `to`, or null. The outermost level must contain an end
   * mark; if it is missing, returns `to`.
   */
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
