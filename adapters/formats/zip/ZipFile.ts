import * as zip from "@zip.js/zip.js"
import * as Effect from "effect/Effect"
import { JobRefused } from "../../../src/ports/Computation.ts"
import type { Ranges } from "./Ranges.ts"

/** Packed bytes that are read at once: deflate makes at most a thousand times as many of them, which lie in memory. */
const chunkSize = 64 * 1024

// Nothing is given to threads of its own: the process has one for each archive.
zip.configure({ chunkSize, useWebWorkers: false })

/** A file of an archive; `offset` is where its header begins, `rawFilename` what it is called there. */
export type Entry = zip.FileEntry

const invalid = (reason: string) => new JobRefused({ code: "InvalidModelFile", reason })

const otherBytes = "The archive is damaged: the file in it has another size or checksum than it says."

const faults: Readonly<Record<string, string>> = {
  [zip.ERR_ENCRYPTED]: "The archive is encrypted.",
  [zip.ERR_ENCRYPTED_CENTRAL_DIRECTORY]: "The archive is encrypted.",
  [zip.ERR_UNSUPPORTED_ENCRYPTION]: "The archive is encrypted.",
  [zip.ERR_UNSUPPORTED_COMPRESSION]: "The archive is packed by a method that is not read: deflate and deflate64 are.",
  [zip.ERR_UNSAFE_FILENAME]: "The archive has a name that leads out of it.",
  [zip.ERR_OVERLAPPING_ENTRY]: "The archive has entries that overlap.",
  [zip.ERR_AMBIGUOUS_ARCHIVE]: "The archive contradicts itself: its directory says otherwise than its entries.",
  [zip.ERR_INVALID_CRC32]: otherBytes,
  [zip.ERR_INVALID_UNCOMPRESSED_SIZE]: otherBytes,
  [zip.ERR_SPLIT_ZIP_FILE]: "The archive is one part of several."
}

/** Fails with what is wrong with the archive; throws what is not its fault, such as a disk without room. */
const faultOf = (error: unknown): JobRefused => {
  if (error instanceof JobRefused) return error
  if (!(error instanceof Error) || "syscall" in error) throw error
  return invalid(faults[error.message] ?? "The archive is damaged or cut short.")
}

/** Runs what reads an archive. Fails: `JobRefused` that it threw; InvalidModelFile where the archive is at fault. */
export const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, JobRefused> =>
  Effect.flatten(Effect.promise(() => work().then(Effect.succeed, faultOf)))

/** Each file takes up its own bytes: others quote theirs to unpack to more than there is. */
const overlap = (entries: ReadonlyArray<Entry>): boolean => {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset)
  const headerBytes = 30
  return sorted.some((entry, i) => {
    const next = sorted[i + 1]
    return (
      next !== undefined && entry.offset + headerBytes + entry.rawFilename.length + entry.compressedSize > next.offset
    )
  })
}

/**
 * The files of an archive, folders left out; no bytes of theirs are read. To be run by `attempt`; throws
 * ArchiveTooLarge for more than `most` entries, InvalidModelFile for names that lead out of the archive, links, and
 * entries that overlap.
 */
export const entries = async (ranges: Ranges, most: number): Promise<ReadonlyArray<Entry>> => {
  const reader = Object.assign(new zip.Reader(null), {
    size: ranges.size,
    readUint8Array: (offset: number, length: number) => Promise.resolve(ranges.read(offset, length))
  })
  const files: Array<Entry> = []
  let count = 0
  for await (const entry of new zip.ZipReader(reader, { checkLocalFilename: true }).getEntriesGenerator()) {
    count += 1
    if (count > most) {
      throw new JobRefused({ code: "ArchiveTooLarge", reason: `The archive has more than ${most} entries.` })
    }
    if (entry.symlink) throw invalid("The archive has a link in it.")
    if (!entry.directory) files.push(entry)
  }
  if (overlap(files)) throw invalid(faults[zip.ERR_OVERLAPPING_ENTRY]!)
  return files
}

/**
 * Gives the bytes of a file piece by piece as they come out of it, and compares size and checksum at the end. To be run
 * by `attempt`; ends with what `take` throws.
 */
export const unpack = async (entry: Entry, take: (bytes: Uint8Array) => void): Promise<void> => {
  const thrown: Array<unknown> = []
  const write = (bytes: Uint8Array) => {
    try {
      take(bytes)
    } catch (error) {
      thrown.push(error)
      throw error
    }
  }
  try {
    await entry.getData(new WritableStream({ write }), { checkCrc32: true, checkOverlappingEntry: true })
  } catch (error) {
    // At the end of a file it would say something else.
    throw thrown.length === 0 ? error : thrown[0]
  }
}
