import type { Ranges } from "./zip/Ranges.ts"

/** Numbers of sectors from this one on mean something else, the end of a chain among others. */
const firstOfMeanings = 0xfffffffa
/** A stream of fewer bytes lies in short sectors of one common stream. */
const shortBelow = 4096
const shortSector = 64
/** Entries of the directory, and sectors of the common stream and of what tells where the table is, that are followed. */
const mostEntries = 16_384
const mostSectors = 65_536

interface Entry {
  readonly name: string
  readonly start: number
  readonly size: number
}

/**
 * Gives the streams of a compound file by their names: [MS-CFB], versions 3 and 4. Only what a stream needs is read.
 * Chains end where as much is read as was asked for, so that what leads in circles ends too.
 *
 * Null: it is no compound file, or its directory is damaged. The function that it gives answers with the bytes of a
 * stream, `most` at the most; null where there is none of the name, or not all of it.
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

  /** The sectors of the table, of which the header has the first ones and the last number of each further sector the next. */
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
  /** The first sectors of a chain, so many at the most. */
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
        // The upper half is said to hold anything where sectors are short.
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
