import { crc32 } from "node:zlib"
import { DamagedTable } from "./DamagedTable.ts"

/**
 * The layout of a container, little-endian: `magic 8 · format u32 · crc32 u32 · rows u32 · sections u32 · length f64`,
 * then for each section `offset f64 · bytes f64`, then the sections at multiples of 64. The checksum covers everything
 * after it.
 */
const magic = 0x4854_4e49_4c50n // "PLINTH"
/** Format 1 had no groups, sizes of doors, items of lists and codes by library. `OldTable` converts it. */
const format = 2
const fixed = 32
const alignment = 64
const checksumFrom = 16

/** The names of the sections, in the order in which they lie in the file. */
export const sections = [
  "structure",
  "locations",
  "materials",
  "codes",
  "columns",
  "groups",
  "textOffsets",
  "texts",
  "kinds",
  "units",
  "bytes",
  "shorts",
  "words",
  "numbers",
  "wholes",
  "shapes",
  "assignments"
] as const
export type Section = (typeof sections)[number]

const aligned = (offset: number): number => Math.ceil(offset / alignment) * alignment

/** The memory that `join` can allocate a container in: of this thread only, or shared. */
type Buffers = typeof ArrayBuffer | typeof SharedArrayBuffer

/** Joins sections into one container. Sections that are missing from `parts` are empty. */
export const join = (
  rows: number,
  parts: Readonly<Partial<Record<Section, Uint8Array>>>,
  Memory: Buffers = ArrayBuffer
): Uint8Array => {
  const offsets: Array<number> = []
  let length = aligned(fixed + sections.length * 16)
  for (const section of sections) {
    offsets.push(length)
    length = aligned(length + (parts[section]?.byteLength ?? 0))
  }
  const bytes = new Uint8Array(new Memory(length))
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, magic, true)
  view.setUint32(8, format, true)
  view.setUint32(16, rows, true)
  view.setUint32(20, sections.length, true)
  view.setFloat64(24, length, true)
  for (const [i, section] of sections.entries()) {
    view.setFloat64(fixed + i * 16, offsets[i]!, true)
    const part = parts[section] ?? new Uint8Array()
    view.setFloat64(fixed + i * 16 + 8, part.byteLength, true)
    bytes.set(part, offsets[i])
  }
  view.setUint32(12, crc32(bytes.subarray(checksumFrom)), true)
  return bytes
}

/** The number of bytes per step of a checksum: one step takes about 2 ms. */
const checkedAtOnce = 16 * 1024 * 1024

/**
 * Checks the checksum of a container in steps, and yields between them so that the event loop can run. Returns false if
 * the checksum differs or the bytes are too short to have one.
 */
export function* isWhole(bytes: Uint8Array): Generator<void, boolean> {
  if (bytes.byteLength < checksumFrom) return false
  let sum = 0
  for (let at = checksumFrom; at < bytes.byteLength; at += checkedAtOnce) {
    sum = crc32(bytes.subarray(at, at + checkedAtOnce), sum)
    yield
  }
  return sum === new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
}

export interface Frame {
  readonly rows: number
  readonly part: (section: Section) => Uint8Array
}

/**
 * Returns the sections of a container as views of `bytes`. `checked` skips the checksum, for bytes that another thread
 * has already opened.
 *
 * Throws `DamagedTable` if the alignment, magic, format, length, checksum or the position of a section is wrong.
 */
export const split = (bytes: Uint8Array, checked: boolean): Frame => splitAs(bytes, checked, format, sections)

const oldFormat = 1

/** Does the same as `split` for a container of format 1. Returns null for any other bytes. */
export const splitOld = (bytes: Uint8Array, checked: boolean): Frame | null => {
  if (bytes.byteLength < fixed || bytes.byteOffset % 8 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isOld = view.getBigUint64(0, true) === magic && view.getUint32(8, true) === oldFormat
  if (!isOld) return null
  const { part, rows } = splitAs(bytes, checked, oldFormat, sections.slice(0, -1))
  return { rows, part: (section) => (section === "assignments" ? new Uint8Array() : part(section)) }
}

const splitAs = (bytes: Uint8Array, checked: boolean, format: number, sections: ReadonlyArray<Section>): Frame => {
  const damaged = (reason: string): never => {
    throw new DamagedTable({ reason })
  }
  if (bytes.byteLength < fixed + sections.length * 16) damaged("too short for a product table")
  if (bytes.byteOffset % 8 !== 0) damaged("not at a multiple of 8 bytes")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getBigUint64(0, true) !== magic) damaged("not a product table")
  if (view.getUint32(8, true) !== format) damaged(`format ${view.getUint32(8, true)} instead of ${format}`)
  if (view.getFloat64(24, true) !== bytes.byteLength) damaged("not as long as its header says")
  if (!checked && crc32(bytes.subarray(checksumFrom)) !== view.getUint32(12, true)) damaged("the checksum is wrong")
  if (view.getUint32(20, true) !== sections.length) damaged("another number of sections")
  const parts = new Map<Section, Uint8Array>()
  for (const [i, section] of sections.entries()) {
    const offset = view.getFloat64(fixed + i * 16, true)
    const length = view.getFloat64(fixed + i * 16 + 8, true)
    if (!(offset % alignment === 0 && length >= 0 && offset + length <= bytes.byteLength)) {
      damaged(`section ${section} lies outside`)
    }
    parts.set(section, bytes.subarray(offset, offset + length))
  }
  return { rows: view.getUint32(16, true), part: (section) => parts.get(section)! }
}
