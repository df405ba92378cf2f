import type * as Zip from "@zip.js/zip.js"
import * as Effect from "effect/Effect"
import { sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { JobRefused } from "../../../src/ports/Computation.ts"
import type { Ranges } from "./Ranges.ts"

/**
 * The number of packed bytes that are read at once. Deflate expands them at most a thousand times, and the result is
 * held in memory.
 */
const chunkSize = 64 * 1024

/** The library is loaded with the first archive, because neither the service nor most workers read archives. */
const library = async (): Promise<typeof Zip> => {
  const zip = await import("@zip.js/zip.js")
  // Web workers are off, since an archive is already unpacked in a child process.
  zip.configure({ chunkSize, useWebWorkers: false })
  return zip
}

/** A file of an archive. `offset` is the position of its header, `rawFilename` its name in the archive. */
export type Entry = Zip.FileEntry

const invalid = (reason: string) => new JobRefused({ code: "InvalidModelFile", reason })

const otherBytes = "The archive is damaged: the file in it has another size or checksum than it says."

const faultsOf = (zip: typeof Zip): Readonly<Record<string, string>> => ({
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
})

/** Fails with the fault of the archive. Rethrows other errors, such as that of a full disk. */
const faultOf = async (error: unknown): Promise<JobRefused> => {
  if (error instanceof JobRefused) return error
  if (!(error instanceof Error) || "syscall" in error) throw error
  return invalid(faultsOf(await library())[error.message] ?? "The archive is damaged or cut short.")
}

/**
 * Runs work on an archive. Fails with the `JobRefused` that it threw, or with InvalidModelFile if the archive is at
 * fault.
 */
export const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, JobRefused> =>
  Effect.flatten(Effect.promise(() => work().then(Effect.succeed, faultOf)))

/** Returns whether entries overlap. Such entries could unpack to more than the archive really contains. */
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
 * Returns the files of an archive, without folders, and reads none of their content. It must run within `attempt`.
 * Throws ArchiveTooLarge for more than `most` entries, and InvalidModelFile for names that lead out of the archive,
 * links, and entries that overlap.
 */
export const entries = async (ranges: Ranges, most: number): Promise<ReadonlyArray<Entry>> => {
  const zip = await library()
  const reader = Object.assign(new zip.Reader(null), {
    size: ranges.size,
    readUint8Array: (offset: number, length: number) => Promise.resolve(ranges.read(offset, length))
  })
  const files: Array<Entry> = []
  let count = 0
  for await (const entry of new zip.ZipReader(reader, { checkLocalFilename: true }).getEntriesGenerator()) {
    count += 1
    if (count > most) {
      throw new JobRefused({ code: "ArchiveTooLarge", reason: sentenceOf(limits.entriesOfArchive, most) })
    }
    if (entry.symlink) throw invalid("The archive has a link in it.")
    if (!entry.directory) files.push(entry)
  }
  if (overlap(files)) throw invalid(faultsOf(zip)[zip.ERR_OVERLAPPING_ENTRY]!)
  return files
}

/**
 * Unpacks a file, passes its bytes to `take` in pieces, and checks size and checksum at the end. It must run within
 * `attempt`. Throws what `take` throws.
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
    // If `take` has thrown, this error is thrown, because the library would report another one at the end of the file.
    throw thrown.length === 0 ? error : thrown[0]
  }
}
