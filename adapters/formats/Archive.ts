import { closeSync, openSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { quoted } from "../../src/domain/Quoted.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import {
  formatOf,
  headBytes,
  type IfcFile,
  type ModelFormat,
  type ReadingContext
} from "../../src/ports/ModelFormats.ts"
import { leastFreeBytes } from "../../src/ports/FreeSpace.ts"
import { isArchive } from "./FirstBytes.ts"
import * as Ranges from "./zip/Ranges.ts"
import * as ZipFile from "./zip/ZipFile.ts"

/** Of one archive: contract section 9. */
interface ArchiveLimits {
  /** Files and folders. */
  readonly entries: number
  /** That come out of it. */
  readonly bytes: number
  /** Bytes that come out for each that is packed. */
  readonly ratio: number
  /** That stay free on the disk meanwhile. */
  readonly freeBytes: number
}

const archiveLimits: ArchiveLimits = { entries: 10_000, bytes: 20e9, ratio: 200, freeBytes: leastFreeBytes }

/** Bytes after which the disk is looked at again. */
const lookEvery = 64 * 1024 * 1024

/** The part of the work after which the file is unpacked. */
const UNPACKED = 0.5

/** Notes of operating systems, and files that they hide. */
const isHidden = (name: string): boolean => /(^|[/\\])(__MACOSX[/\\]|\.(?![/\\]))/.test(name)

const extensionOf = (name: string): string => /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? ""

const invalid = (reason: string) => new JobRefused({ code: "InvalidModelFile", reason })
const tooLarge = (reason: string) => new JobRefused({ code: "ArchiveTooLarge", reason })

const without = (extensions: ReadonlySet<string>): JobRefused => {
  if (extensions.has("ifcxml"))
    return invalid("The archive holds an .ifcxml file: of IFC the clear text (.ifc) is read.")
  const nested = ["zip", "ifczip", "7z", "rar"].find((extension) => extensions.has(extension))
  if (nested !== undefined) return invalid(`The archive holds another archive (.${nested}) instead of a model file.`)
  return invalid("The archive holds no model file.")
}

/** The one file that is a model. Throws `JobRefused`. */
const modelIn = (entries: ReadonlyArray<ZipFile.Entry>, formats: ReadonlyArray<ModelFormat>): ZipFile.Entry => {
  const visible = entries.filter(({ filename }) => !isHidden(filename))
  const models = visible.filter(({ filename }) => formatOf(formats, extensionOf(filename)) !== undefined)
  const [model, second] = models
  if (model === undefined) throw without(new Set(visible.map(({ filename }) => extensionOf(filename))))
  if (second === undefined) return model
  const names = `${quoted(model.filename)} and ${quoted(second.filename)}`
  throw invalid(`The archive holds ${models.length} model files, ${names} among them: one is read.`)
}

/** Throws as a disk does that is full, while there is room for what others have to write. */
const demandRoom = (path: string, least: number): void => {
  const { bavail, bsize } = statfsSync(path)
  if (bavail * bsize < least) {
    throw Object.assign(new Error("ENOSPC: the disk has too little room"), { code: "ENOSPC", syscall: "write" })
  }
}

const writeAll = (descriptor: number, bytes: Uint8Array): void => {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
}

/** Unpacks the model into a file; to be run by `ZipFile.attempt`. Ends as soon as a limit is passed. */
const unpackTo = async (
  path: string,
  entry: ZipFile.Entry,
  limits: ArchiveLimits,
  progress: ReadingContext["progress"]
): Promise<void> => {
  const descriptor = openSync(path, "wx")
  let size = 0
  let looked = -Infinity
  try {
    await ZipFile.unpack(entry, (bytes) => {
      size += bytes.length
      if (size > limits.bytes) throw tooLarge(`The archive unpacks to more than ${limits.bytes / 1e9} GB.`)
      if (size > limits.ratio * entry.compressedSize) {
        throw tooLarge(`The archive unpacks to more than ${limits.ratio} times its size.`)
      }
      if (size - looked >= lookEvery) {
        demandRoom(path, limits.freeBytes)
        looked = size
      }
      writeAll(descriptor, bytes)
      progress(UNPACKED * Math.min(1, size / entry.uncompressedSize))
    })
  } finally {
    closeSync(descriptor)
  }
}

/**
 * A ZIP archive with one model file in it, of one of these formats, beside files that are no models. The model is
 * streamed into the scratch folder under a name of ours. What comes out is counted; what the archive says of itself
 * decides nothing.
 *
 * Fails as the format of the file does, and: ArchiveTooLarge beyond the limits; InvalidModelFile where the archive is
 * damaged, encrypted, contradicts itself or holds no model file or several.
 */
export const archive = (formats: ReadonlyArray<ModelFormat>, limits = archiveLimits): ModelFormat => ({
  extensions: ["ifczip", "zip"],
  beginsLike: isArchive,
  takesAnyTime: true,
  toIfc: (file, context) =>
    Effect.gen(function* () {
      const ranges = yield* Ranges.open(file)
      return yield* ZipFile.attempt(async () => {
        const model = modelIn(await ZipFile.entries(ranges, limits.entries), formats)
        const extension = extensionOf(model.filename)
        const path = join(context.scratch, `unpacked.${extension}`)
        await unpackTo(path, model, limits, context.progress)
        return { path, extension }
      })
    }).pipe(
      Effect.scoped,
      Effect.flatMap(({ extension, path }) => readUnpacked(formatOf(formats, extension)!, path, extension, context))
    )
})

/** Exports are of what was unpacked. */
const readUnpacked = (
  format: ModelFormat,
  path: string,
  extension: string,
  context: ReadingContext
): Effect.Effect<IfcFile, JobRefused> =>
  Effect.gen(function* () {
    const head = yield* Effect.scoped(Effect.map(Ranges.open(path), ({ read }) => read(0, headBytes)))
    if (!format.beginsLike(head)) {
      return yield* invalid(`The file in the archive is no .${extension} file by its first bytes.`)
    }
    if (format.toIfc === null) {
      const reason = `This release does not read .${extension} files.`
      return yield* new JobRefused({ code: "UnsupportedFileType", reason })
    }
    const progress = (part: number) => context.progress(UNPACKED + part * (1 - UNPACKED))
    return { ...(yield* format.toIfc(path, { ...context, progress })), isMade: true }
  })
