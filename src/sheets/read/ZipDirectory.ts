import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import { invalid, tooLarge } from "./SheetFault.ts"

// No library reads the directory: zip.js returns promises, which a synchronous iterator of rows cannot await, and
// fflate neither returns the offsets of entries nor refuses entries that overlap or are repeated.

export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly checksum: number
  /** The unpacked size as the archive declares it. */
  readonly size: number
  readonly packed: Uint8Array
}

interface Listed extends Omit<ZipEntry, "packed"> {
  readonly packedSize: number
  /** The offset of the local header. */
  readonly offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const [endBytes, entryBytes, localBytes] = [22, 46, 30]
const most16 = 0xffff
const most32 = 0xffffffff

const damaged = () => invalid("The workbook is damaged or cut short: its ZIP archive cannot be read.")

/** Returns the offset of the end record. Its comment must extend to the end of the file. */
const endOf = (view: DataView): number => {
  const least = Math.max(0, view.byteLength - endBytes - most16)
  for (let at = view.byteLength - endBytes; at >= least; at--) {
    if (view.getUint32(at, true) !== endSignature) continue
    if (at + endBytes + view.getUint16(at + 20, true) === view.byteLength) return at
  }
  throw damaged()
}

/** Names are compared without regard to case, as the names of parts are (OPC). */
export const keyOf = (name: string): string => name.toLowerCase()

const leadsOut = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  /[\\\0-\x1f]|^\/|^[A-Za-z]:/.test(name) || name.split("/").some((part) => part === ".." || part === ".")

/** Returns a size or offset of 64 bits from the extra field, or null if there is none. */
const wideOf = (view: DataView, start: number, end: number, index: number): number | null => {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    const place = at + 4 + index * 8
    if (view.getUint16(at, true) !== 1) continue
    return place + 8 <= Math.min(end, at + 4 + view.getUint16(at + 2, true))
      ? Number(view.getBigUint64(place, true))
      : null
  }
  return null
}

const listedAt = (view: DataView, at: number, text: TextDecoder): readonly [entry: Listed, next: number] => {
  if (view.getUint32(at, true) !== entrySignature) throw damaged()
  const nameEnd = at + entryBytes + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const name = text.decode(new Uint8Array(view.buffer, view.byteOffset + at + entryBytes, nameEnd - at - entryBytes))
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  if (leadsOut(name)) throw invalid(`The workbook has a part whose name leads out of it: ${quoted(name)}.`)
  if ((flags & 1) !== 0) throw invalid("The workbook is encrypted. Save it without a password.")
  if (method !== 0 && method !== 8) throw invalid("The workbook is packed by a method that is not read.")
  // The extra field contains the values that exceed 32 bits, in this order.
  let wide = 0
  const [size, packedSize, offset] = [24, 20, 42].map((place) => {
    const value = view.getUint32(at + place, true)
    if (value !== most32) return value
    const found = wideOf(view, nameEnd, extraEnd, wide)
    wide += 1
    if (found === null || found > Number.MAX_SAFE_INTEGER) throw damaged()
    return found
  }) as [number, number, number]
  const entry = { name, isDeflated: method === 8, checksum: view.getUint32(at + 16, true), size, packedSize, offset }
  return [entry, extraEnd + view.getUint16(at + 32, true)]
}

/** Returns the entry with its packed bytes, after comparing the directory with the local header. */
const located = (view: DataView, entry: Listed, end: number, text: TextDecoder): ZipEntry => {
  const { checksum, isDeflated, name, offset, packedSize, size } = entry
  if (offset + localBytes > end || view.getUint32(offset, true) !== localSignature) throw damaged()
  const nameStart = offset + localBytes
  const nameEnd = nameStart + view.getUint16(offset + 26, true)
  const start = nameEnd + view.getUint16(offset + 28, true)
  if (start + packedSize > end) throw invalid("The workbook is damaged: parts of its ZIP archive overlap.")
  if (text.decode(new Uint8Array(view.buffer, view.byteOffset + nameStart, nameEnd - nameStart)) !== name) {
    throw invalid("The workbook is damaged: the directory of its ZIP archive says otherwise than its entries.")
  }
  const packed = new Uint8Array(view.buffer, view.byteOffset + start, packedSize)
  return { name, isDeflated, checksum, size, packed }
}

const directoryOf = (bytes: Uint8Array): ReadonlyArray<ZipEntry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count > limits.entriesOfArchive.most) throw tooLarge(limits.entriesOfArchive)
  if (view.getUint16(end + 8, true) !== count || start + view.getUint32(end + 12, true) > end) throw damaged()
  const text = new TextDecoder("utf-8", { fatal: true })
  const listed: Array<Listed> = []
  let at = start
  for (let i = 0; i < count; i++) {
    const [entry, next] = listedAt(view, at, text)
    listed.push(entry)
    at = next
  }
  if (at !== start + view.getUint32(end + 12, true)) throw damaged()
  const sorted = listed.toSorted((a, b) => a.offset - b.offset)
  return sorted.map((entry, i) => located(view, entry, sorted[i + 1]?.offset ?? start, text))
}

/**
 * Returns the entries of a ZIP archive by the keys of their names. Throws `SheetFault` if the archive is damaged,
 * encrypted or contradicts itself, has repeated names or names that lead out of it, or has too many entries.
 */
export const entriesOf = (bytes: Uint8Array): ReadonlyMap<string, ZipEntry> => {
  const entries = new Map<string, ZipEntry>()
  let all: ReadonlyArray<ZipEntry>
  try {
    all = directoryOf(bytes)
  } catch (error) {
    // A view throws a RangeError after its end, and a decoder throws a TypeError if the bytes are not UTF-8.
    throw error instanceof RangeError || error instanceof TypeError ? damaged() : error
  }
  for (const entry of all) {
    const key = keyOf(entry.name)
    if (entries.has(key)) throw invalid(`The workbook has the part ${quoted(entry.name)} twice.`)
    entries.set(key, entry)
  }
  return entries
}
