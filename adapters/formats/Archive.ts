import { closeSync, openSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { quoted } from "../../src/domain/Quoted.ts"
import { type Limit, sentenceOf } from "../../src/domain/Limit.ts"
import { limits as table } from "../../src/domain/Limits.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import {
  formatOf,
  headBytes,
  type IfcFile,
  type ModelFormat,
  type ReadingContext
} from "../../src/ports/ModelFormats.ts"
import { isArchive } from "./FirstBytes.ts"
import * as Ranges from "./zip/Ranges.ts"
import * as ZipFile from "./zip/ZipFile.ts"

/** Limits of one archive: contract section 9. */
interface ArchiveLimits {
  /** The maximum number of files and folders. */
  readonly entries: number
  /** The maximum number of unpacked bytes. */
  readonly bytes: number
  /** The maximum number of unpacked bytes for each packed byte. */
  readonly ratio: number
  /** The number of bytes that must stay free on the disk while the archive is unpacked. */
  readonly freeBytes: number
}

const archiveLimits: ArchiveLimits = {
  entries: table.entriesOfArchive.most,
  bytes: table.bytesOfArchive.most,
  ratio: table.ratioOfArchive.most,
  freeBytes: table.freeBytes.most
}

/** The number of unpacked bytes after which the free space on the disk is checked again. */
const lookEvery = 64 * 1024 * 1024

/** The progress when the file has been unpacked. */
const UNPACKED = 0.5

/** Returns whether the file is metadata of an operating system or hidden. */
const isHidden = (name: string): boolean => /(^|[/\\])(__MACOSX[/\\]|\.(?![/\\]))/.test(name)

const extensionOf = (name: string): string => /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? ""

const invalid = (reason: string) => new JobRefused({ code: "InvalidModelFile", reason })
const tooLarge = (limit: Limit, most: number) =>
  new JobRefused({ code: "ArchiveTooLarge", reason: sentenceOf(limit, most) })

const without = (extensions: ReadonlySet<string>): JobRefused => {
  if (extensions.has("ifcxml"))
    return invalid("The archive holds an .ifcxml file: of IFC the clear text (.ifc) is read.")
  const nested = ["zip", "ifczip", "7z", "rar"].find((extension) => extensions.has(extension))
  if (nested !== undefined) return invalid(`The archive holds another archive (.${nested}) instead of a model file.`)
  return invalid("The archive holds no model file.")
}

/** Returns the only model file of the archive. Throws `JobRefused` if there is none or several. */
const modelIn = (entries: ReadonlyArray<ZipFile.Entry>, formats: ReadonlyArray<ModelFormat>): ZipFile.Entry => {
  const visible = entries.filter(({ filename }) => !isHidden(filename))
  const models = visible.filter(({ filename }) => formatOf(formats, extensionOf(filename)) !== undefined)
  const [model, second] = models
  if (model === undefined) throw without(new Set(visible.map(({ filename }) => extensionOf(filename))))
  if (second === undefined) return model
  const names = `${quoted(model.filename)} and ${quoted(second.filename)}`
  throw invalid(`The archive holds ${models.length} model files, ${names} among them: one is read.`)
}

/** Throws the error of a full disk if less than `least` bytes are free, which leaves room for other writes. */
const demandRoom = (path: string, least: number): void => {
  const { bavail, bsize } = statfsSync(path)
  if (bavail * bsize < least) {
    throw Object.assign(new Error("ENOSPC: the disk has too little room"), { code: "ENOSPC", syscall: "write" })
  }
}

const writeAll = (descriptor: number, bytes: Uint8Array): void => {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
}

/** Unpacks the model into a file. Stops as soon as a limit is exceeded. It must run within `ZipFile.attempt`. */
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
      if (size > limits.bytes) throw tooLarge(table.bytesOfArchive, limits.bytes)
      if (size > limits.ratio * entry.compressedSize) throw tooLarge(table.ratioOfArchive, limits.ratio)
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
 * The format of ZIP archives with one model file of the given formats; other files in them are ignored. The model is
 * streamed into the scratch folder under a fixed name. Limits apply to the unpacked bytes, whatever sizes the archive
 * declares.
 *
 * Fails as the format of the file does; with ArchiveTooLarge beyond the limits; with InvalidModelFile if the archive is
 * damaged, encrypted or inconsistent, or holds no model file or several.
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

/** Reads the unpacked model. `isMade` makes exports use the unpacked file instead of the archive. */
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
