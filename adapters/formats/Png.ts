import type { Ranges } from "./zip/Ranges.ts"

/** The first bytes of a PNG. */
export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** The limits of a preview picture, in bytes and in pixels per side. */
const mostBytes = 8 * 1024 ** 2
const mostPixels = 4096

/**
 * Returns the PNG that begins at an offset, without the bytes after it: ISO/IEC 15948, clause 5. Returns null if there
 * is none, a chunk is damaged, or it exceeds the limits of a preview picture.
 */
export const pngAt = ({ read }: Ranges, offset: number): Uint8Array | null => {
  const bytes = Buffer.from(read(offset, mostBytes))
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return null
  for (let at = pngSignature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString("latin1", at + 4, at + 8)
    if (Bun.hash.crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if (at === pngSignature.length) {
      if (type !== "IHDR" || end !== at + 25) return null
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
      if (width === 0 || height === 0 || Math.max(width, height) > mostPixels) return null
    }
    if (type === "IEND") return bytes.subarray(0, end)
    at = end
  }
  return null
}
