/** The Castagnoli polynomial with its bits reversed. Source: RFC 3720, appendix B.4. */
const POLYNOMIAL = 0x82f63b78

/** Eight tables of 256 entries. Table n holds the effect of a byte that n more bytes follow in the same step. */
const tables = (() => {
  const made = new Int32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1
    made[byte] = sum
  }
  for (let i = 256; i < made.length; i++) made[i] = (made[i - 256]! >>> 8) ^ made[made[i - 256]! & 255]!
  return made
})()

/** Computes the CRC32C checksum that Google Cloud Storage keeps of each object, eight bytes in a step. */
export class Crc32c {
  #sum = -1

  add(bytes: Uint8Array): void {
    let sum = this.#sum
    let at = 0
    const wholeSteps = bytes.length - (bytes.length % 8)
    for (; at < wholeSteps; at += 8) {
      const low = sum ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
      sum =
        tables[1792 + (low & 255)]! ^
        tables[1536 + ((low >>> 8) & 255)]! ^
        tables[1280 + ((low >>> 16) & 255)]! ^
        tables[1024 + (low >>> 24)]! ^
        tables[768 + bytes[at + 4]!]! ^
        tables[512 + bytes[at + 5]!]! ^
        tables[256 + bytes[at + 6]!]! ^
        tables[bytes[at + 7]!]!
    }
    for (; at < bytes.length; at++) sum = (sum >>> 8) ^ tables[(sum ^ bytes[at]!) & 255]!
    this.#sum = sum
  }

  /** The checksum as in object metadata: four bytes, most significant first, in base64. */
  get base64(): string {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(~this.#sum)
    return bytes.toString("base64")
  }
}
