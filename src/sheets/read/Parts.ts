import { crc32, inflateRawSync } from "node:zlib"
import { Inflate } from "fflate"
import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import { invalid, tooLarge } from "./SheetFault.ts"
import { entriesOf, keyOf, type ZipEntry } from "./ZipDirectory.ts"

// fflate inflates piece by piece without promises: 86 MB in a second of processor time, and at most 16 MB in memory.
// node:zlib is five times as fast, but synchronous only for a whole entry. It unpacks the entries that stay small.

/** The most bytes of an entry that are unpacked at once. */
const mostAtOnce = 32 * 1024 * 1024

/** Deflate expands a piece, which is then in memory, at most 1,032 times. */
const packedPiece = 16 * 1024
const piece = 64 * 1024

/** A stored block has at most 64 KB. A stream that consumes more without output would read the same input forever. */
const mostWithoutOutput = 5 * packedPiece

/** The parts of a workbook. The unpacked bytes of all parts are counted together. */
export class Parts {
  private readonly entries: ReadonlyMap<string, ZipEntry>
  private unpacked = 0

  /** Throws `SheetFault` as `entriesOf` does. */
  constructor(private readonly bytes: Uint8Array) {
    this.entries = entriesOf(bytes)
  }

  names(): ReadonlyArray<string> {
    return [...this.entries.values()].map(({ name }) => name)
  }

  /** Returns the unpacked size of all parts in bytes, as the archive declares it. */
  declared(): number {
    return this.entries.values().reduce((sum, { size }) => sum + size, 0)
  }

  has(name: string): boolean {
    return this.entries.has(keyOf(name))
  }

  /**
   * Returns the content of a part in pieces of at most 64 KB. Throws `SheetFault` if the part is absent or damaged, or
   * if the unpacked bytes exceed the limits, whatever sizes the archive declares.
   */
  *read(name: string): Generator<Uint8Array> {
    const entry = this.entries.get(keyOf(name))
    if (entry === undefined) throw invalid(`The workbook is damaged: it has no part ${quoted(name)}.`)
    let size = 0
    let checksum = 0
    for (const bytes of entry.isDeflated ? unpackedOf(entry) : [entry.packed]) {
      this.count(bytes.length)
      size += bytes.length
      if (size > entry.size) throw otherBytes(entry)
      checksum = crc32(bytes, checksum)
      for (let i = 0; i < bytes.length; i += piece) yield bytes.subarray(i, i + piece)
    }
    if (size !== entry.size || checksum !== entry.checksum) throw otherBytes(entry)
  }

  private count(bytes: number): void {
    this.unpacked += bytes
    if (this.unpacked > limits.bytesOfWorkbook.most) throw tooLarge(limits.bytesOfWorkbook)
    if (this.unpacked > limits.ratioOfArchive.most * this.bytes.length) throw tooLarge(limits.ratioOfArchive)
  }
}

const otherBytes = ({ name }: ZipEntry) =>
  invalid(`The workbook is damaged: its part ${quoted(name)} has another size or checksum than it says.`)

const damaged = ({ name }: ZipEntry) => invalid(`The workbook is damaged: its part ${quoted(name)} cannot be unpacked.`)

/** The result of `inflateRawSync` with `info`. */
interface Unpacked {
  readonly buffer: Uint8Array
  /** The number of bytes that were read. */
  readonly engine: { readonly bytesWritten: number }
}

/** Returns the content of an entry. If the entry is damaged, or not as long as declared, reading its pieces throws. */
const unpackedOf = (entry: ZipEntry): Iterable<Uint8Array> => {
  if (entry.size === 0 || entry.size > mostAtOnce) return inflated(entry)
  try {
    const options = { maxOutputLength: entry.size, info: true }
    const { buffer, engine } = inflateRawSync(entry.packed, options) as unknown as Unpacked
    return engine.bytesWritten === entry.packed.length ? [buffer] : inflated(entry)
  } catch {
    return inflated(entry)
  }
}

function* inflated(entry: ZipEntry): Generator<Uint8Array> {
  const { packed } = entry
  let output: Uint8Array = new Uint8Array(0)
  let takenWithoutOutput = 0
  const inflate = new Inflate((bytes) => {
    output = bytes
  })
  for (let i = 0; i < packed.length; i += packedPiece) {
    try {
      inflate.push(packed.subarray(i, i + packedPiece), i + packedPiece >= packed.length)
    } catch {
      throw damaged(entry)
    }
    takenWithoutOutput = output.length === 0 ? takenWithoutOutput + packedPiece : 0
    if (takenWithoutOutput > mostWithoutOutput) throw damaged(entry)
    yield output
  }
}
