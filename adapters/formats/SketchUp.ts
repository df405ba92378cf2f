import * as Effect from "effect/Effect"
import { JobRefused } from "../../src/ports/Computation.ts"
import { converted, type SourceFile } from "./Converter.ts"
import { isArchive, startsWith } from "./FirstBytes.ts"
import { pngAt, pngSignature } from "./Png.ts"
import * as Ranges from "./zip/Ranges.ts"
import * as ZipFile from "./zip/ZipFile.ts"

const isSketchUp = startsWith("\xff\xfe\xff\x0e")

/** The numbers of bytes that are searched for the version, for the embedded archive and for the first picture. */
const versionWithin = 256
const archiveWithin = 64 * 1024
const pictureWithin = 16 * 1024 ** 2

/** Limits of the embedded archive: entries, and bytes of its picture. */
const mostEntries = 10_000
const mostOfPicture = 8 * 1024 ** 2

/** Returns the release from a version such as `{25.0.575}`, which is in UTF-16. */
export const versionOf = (head: Uint8Array): string => {
  const text = Buffer.from(head.filter((byte) => byte !== 0)).toString("latin1")
  const [, version, major] = /\{((\d{1,3})\.[\d.]{1,20})\}/.exec(text) ?? []
  if (version === undefined) return "SketchUp"
  // Since 2013, releases are named after their year.
  return `SketchUp ${Number(major) < 13 ? major : 2000 + Number(major)} (version ${version})`
}

/**
 * Returns the picture in the archive that newer files contain; null if there is none. Rejects if the archive is
 * damaged.
 */
const archivedPicture = async (archive: Ranges.Ranges): Promise<Uint8Array | null> => {
  const entries = await ZipFile.entries(archive, mostEntries)
  const entry = entries.find(({ filename }) => /^meta\/.*thumbnail\.png$/i.test(filename))
  if (entry === undefined) return null
  const parts: Array<Uint8Array> = []
  let size = 0
  await ZipFile.unpack(entry, (bytes) => {
    size += bytes.length
    if (size > mostOfPicture) throw new RangeError("The picture is too large")
    parts.push(bytes)
  })
  const bytes = Buffer.concat(parts)
  return pngAt({ size, read: (from, length) => bytes.subarray(from, from + length) }, 0)
}

/** Reads the metadata of a SketchUp file. Fails with InvalidModelFile if it is not a SketchUp file. */
const read = (path: string): Effect.Effect<SourceFile, JobRefused> =>
  Effect.gen(function* () {
    const file = yield* Ranges.open(path)
    const head = file.read(0, versionWithin)
    const program = versionOf(head)
    if (isSketchUp(head) && program === "SketchUp") {
      const reason = "The file is damaged or no SketchUp file: it does not say of which release it is."
      return yield* new JobRefused({ code: "InvalidModelFile", reason })
    }
    const archive = Ranges.find(file, Buffer.from("PK\x03\x04", "latin1"), archiveWithin)
    if (archive !== null) {
      const picture = yield* Effect.promise(() => archivedPicture(Ranges.from(file, archive)).catch(() => null))
      if (picture !== null) return { program, picture }
    }
    const at = Ranges.find(file, pngSignature, pictureWithin)
    return { program, picture: at === null ? null : pngAt(file, at) }
  }).pipe(Effect.scoped)

/** The format of SketchUp models, converted by the operator's converter. */
export const sketchUp = converted("skp", (head) => isSketchUp(head) || isArchive(head), read)
