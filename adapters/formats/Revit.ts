import * as Effect from "effect/Effect"
import { JobRefused } from "../../src/ports/Computation.ts"
import { compoundFile } from "./CompoundFile.ts"
import { converted, type SourceFile } from "./Converter.ts"
import { startsWith } from "./FirstBytes.ts"
import { pngAt, pngSignature } from "./Png.ts"
import * as Ranges from "./zip/Ranges.ts"

/** The maximum number of bytes that is read of each stream. */
const mostOfInfo = 1024 ** 2
const mostOfPreview = 16 * 1024 ** 2

/**
 * Returns release and build from the stream BasicFileInfo. It is partly UTF-16 of either byte order, sometimes at an
 * odd offset. Without its zero bytes, the part with these two is plain text.
 */
export const versionOf = (info: Uint8Array): string => {
  const text = Buffer.from(info.filter((byte) => byte !== 0)).toString("latin1")
  const release = /Format:\s*(\d{4})/.exec(text)?.[1] ?? /Autodesk Revit[\w ]{0,40} (\d{4})/.exec(text)?.[1]
  const build = /Build:\s*(\d[\w.]{1,40}(?:\(x\d\d\))?)/.exec(text)?.[1]
  return `Revit${release === undefined ? "" : ` ${release}`}${build === undefined ? "" : ` (build ${build})`}`
}

/** Reads the metadata of a Revit file. Fails with InvalidModelFile if it is not a Revit file. */
const read = (path: string): Effect.Effect<SourceFile, JobRefused> =>
  Effect.gen(function* () {
    const file = yield* Ranges.open(path)
    const stream = compoundFile(file)
    const info = stream?.("BasicFileInfo", mostOfInfo) ?? null
    if (stream === null || info === null) {
      const reason = "The file is damaged or no Revit file: it does not say of which release it is."
      return yield* new JobRefused({ code: "InvalidModelFile", reason })
    }
    const preview = Buffer.from(stream("RevitPreview4.0", mostOfPreview) ?? [])
    const at = preview.indexOf(pngSignature)
    const ranges = {
      size: preview.length,
      read: (from: number, length: number) => preview.subarray(from, from + length)
    }
    return { program: versionOf(info), picture: at === -1 ? null : pngAt(ranges, at) }
  }).pipe(Effect.scoped)

/** The format of Revit projects, converted by the operator's converter. */
export const revit = converted("rvt", startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), read)
