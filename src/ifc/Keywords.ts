/** More than the classes of all schemas together. */
const limit = 4096

/** The keywords of a file (`IFCWALL`), each once, found again from their bytes without making a text of them. */
export class Keywords {
  /** In upper case, in the order met. */
  readonly names: Array<string> = []
  private readonly letters: Array<Uint8Array> = []
  private table = new Int32Array(2048)
  private hashes: Array<number> = []

  /** The index of the keyword at `bytes[start .. end)`, whatever its case; -1 once a file has invented too many. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i]! & 0xdf)) | 0
    return this.find(bytes, start, end, hash)
  }

  /** As `intern`, with the hash already made: for each byte `hash * 31 + (byte & 0xdf)`, 32 bits wide. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.table.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (let entry = this.table[slot]!; entry !== 0; entry = this.table[slot]!) {
      const index = entry - 1
      if (this.hashes[index] === hash && this.equals(this.letters[index]!, bytes, start, end)) return index
      slot = (slot + 1) & mask
    }
    return this.add(bytes.subarray(start, end), hash)
  }

  private equals(letters: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
    if (letters.length !== end - start) return false
    for (let i = 0; i < letters.length; i++) if (letters[i] !== (bytes[start + i]! & 0xdf)) return false
    return true
  }

  private add(raw: Uint8Array, hash: number): number {
    if (this.names.length === limit) return -1
    this.letters.push(raw.map((byte) => byte & 0xdf))
    this.hashes.push(hash)
    this.names.push(Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString("latin1").toUpperCase())
    if (this.names.length * 2 > this.table.length) this.table = new Int32Array(this.table.length * 2)
    else return this.place(this.names.length - 1)
    for (let i = 0; i < this.names.length; i++) this.place(i)
    return this.names.length - 1
  }

  private place(index: number): number {
    const hash = this.hashes[index]!
    const mask = this.table.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.table[slot] !== 0) slot = (slot + 1) & mask
    this.table[slot] = index + 1
    return index
  }
}
