import type { Ranges } from "./zip/Ranges.ts"

/** Sector numbers from this one on have special meanings, such as the end of a chain. */
const firstOfMeanings = 0xfffffffa
/** Streams of fewer bytes are stored in mini sectors of the mini stream. */
const shortBelow = 4096
const shortSector = 64
/** The maximum numbers of directory entries, and of sectors of the mini stream and of the DIFAT, that are read. */
const mostEntries = 16_384
const mostSectors = 65_536

interface Entry {
  readonly name: string
  readonly start: number
  readonly size: number
}

/**
 * Opens a compound file ([MS-CFB], versions 3 and 4) and returns a function that reads a stream by its name. Only what
 * a stream needs is read. A chain is followed only as far as bytes are needed, so a circular one ends too.
 *
 * Returns null if it is not a compound file, or if its directory is damaged. The function returns at most `most` bytes
 * of the stream, or null if there is no such stream or a part of it is missing.
 */
export const compoundFile = (ranges: Ranges): ((name: string, most: number) => Uint8Array | null) | null => {
  const viewOf = (offset: number, length: number): DataView | null => {
    const bytes = ranges.read(offset, length)
    return bytes.length < length ? null : new DataView(bytes.buffer, bytes.byteOffset, length)
  }
  const header = viewOf(0, 512)
  if (header === null || header.getUint32(0) !== 0xd0cf11e0 || header.getUint32(4) !== 0xa1b11ae1) return null
  const shift = header.getUint16(30, true)
  if (shift !== 9 && shift !== 12) return null
  const sectorSize = 1 << shift
  const numbers = sectorSize / 4
  const offsetOf = (sector: number) => (sector + 1) * sectorSize

  /**
   * The sectors of the FAT. The header lists the first ones; each DIFAT sector lists more and ends with the number of
   * the next.
   */
  const tableSectors: Array<number> = []
  for (let i = 0; i < 109; i++) tableSectors.push(header.getUint32(76 + i * 4, true))
  let further = header.getUint32(68, true)
  for (let i = 0; i < mostSectors && further < firstOfMeanings; i++) {
    const sector = viewOf(offsetOf(further), sectorSize)
    if (sector === null || tableSectors.length > ranges.size / sectorSize + numbers) break
    for (let k = 0; k < numbers - 1; k++) tableSectors.push(sector.getUint32(k * 4, true))
    further = sector.getUint32(sectorSize - 4, true)
  }

  let kept: { readonly sector: number; readonly view: DataView | null } | null = null
  const after = (sector: number): number => {
    const table = tableSectors[Math.floor(sector / numbers)]
    if (table === undefined || table >= firstOfMeanings) return firstOfMeanings
    if (kept?.sector !== table) kept = { sector: table, view: viewOf(offsetOf(table), sectorSize) }
    return kept.view?.getUint32((sector % numbers) * 4, true) ?? firstOfMeanings
  }
  /** Returns the first sectors of a chain, at most `most`. */
  const chain = (start: number, most: number): ReadonlyArray<number> => {
    const sectors: Array<number> = []
    for (let sector = start; sector < firstOfMeanings && sectors.length < most; sector = after(sector)) {
      sectors.push(sector)
    }
    return sectors
  }
  const bytesOf = (start: number, size: number): Uint8Array | null => {
    const parts = chain(start, Math.ceil(size / sectorSize)).map((sector) => ranges.read(offsetOf(sector), sectorSize))
    const bytes = Buffer.concat(parts)
    return bytes.length < size ? null : bytes.subarray(0, size)
  }

  const entries: Array<Entry> = []
  for (const sector of chain(header.getUint32(48, true), (mostEntries * 128) / sectorSize)) {
    const bytes = Buffer.from(ranges.read(offsetOf(sector), sectorSize))
    for (let at = 0; at + 128 <= bytes.length; at += 128) {
      const length = Math.max(0, Math.min(bytes.readUInt16LE(at + 64), 64) - 2)
      entries.push({
        name: bytes.toString("utf16le", at, at + length),
        start: bytes.readUInt32LE(at + 116),
        // The upper half may contain anything if sectors have 512 bytes (version 3).
        size: bytes.readUInt32LE(at + 120) + (shift === 9 ? 0 : bytes.readUInt32LE(at + 124) * 2 ** 32)
      })
    }
  }
  const root = entries[0]
  if (root === undefined) return null

  const shortBytesOf = (start: number, size: number): Uint8Array | null => {
    const common = chain(root.start, Math.min(mostSectors, Math.ceil(root.size / sectorSize)))
    const table = chain(header.getUint32(60, true), mostSectors)
    const parts: Array<Uint8Array> = []
    for (let sector = start; sector < firstOfMeanings && parts.length * shortSector < size;) {
      const within = (sector * shortSector) % sectorSize
      const whole = common[Math.floor((sector * shortSector) / sectorSize)]
      const place = table[Math.floor(sector / numbers)]
      const next = place === undefined ? null : viewOf(offsetOf(place) + (sector % numbers) * 4, 4)
      if (whole === undefined || next === null) return null
      parts.push(ranges.read(offsetOf(whole) + within, shortSector))
      sector = next.getUint32(0, true)
    }
    const bytes = Buffer.concat(parts)
    return bytes.length < size ? null : bytes.subarray(0, size)
  }

  return (name, most) => {
    const entry = entries.find((entry) => entry.name === name)
    if (entry === undefined) return null
    const size = Math.min(entry.size, most)
    return entry.size < shortBelow ? shortBytesOf(entry.start, size) : bytesOf(entry.start, size)
  }
}
