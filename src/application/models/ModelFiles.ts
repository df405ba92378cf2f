import * as Effect from "effect/Effect"
import { UnsupportedFileType } from "../../domain/Errors.ts"
import { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import { type BlobInfo, BlobStore, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { formatOf, headBytes, type ModelFormat, ModelFormats } from "../../ports/ModelFormats.ts"
import { fn } from "../../runtime/Span.ts"

/** Returns why a file with these first bytes cannot be of the format of its extension; null if it can. */
export const misfitOf = (formats: ReadonlyArray<ModelFormat>, extension: string, head: Uint8Array): string | null => {
  if (formatOf(formats, extension)?.beginsLike(head) === true) return null
  if (head.length === 0) return "The file is empty."
  const like = formats.find(({ beginsLike }) => beginsLike(head))?.extensions.map((one) => `.${one}`)
  return like === undefined
    ? `The file is no .${extension} file by its first bytes.`
    : `The file is no .${extension} file: it begins as ${like.join(" or ")} files do.`
}

/** Checks of a model file that need no full read. */
export class ModelFiles extends Effect.Service<ModelFiles>()("application/ModelFiles", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const formats = yield* ModelFormats
    const endings = formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
    const details = `The file name must end in ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(endings)}.`

    /** Returns the extension of a file name, which decides how the file is read. Fails with `UnsupportedFileType`. */
    const extensionOf = (fileName: string): Effect.Effect<string, UnsupportedFileType> => {
      const extension = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? ""
      return formatOf(formats, extension) === undefined
        ? new UnsupportedFileType({ details })
        : Effect.succeed(extension)
    }

    /** Fails with `InvalidModelFile` if the first bytes do not match the format of the extension. */
    const check = fn("ModelFiles.check")(function* (file: BlobInfo, extension: string) {
      const stream = yield* blobs.stream(file.key, { start: 0, end: Math.min(file.size, headBytes) })
      const head = yield* Effect.tryPromise({
        try: () => new Response(stream).bytes(),
        catch: () => new BlobStoreUnavailable({ reason: "the file could not be read" })
      })
      const reason = misfitOf(formats, extension, head)
      if (reason !== null) return yield* new InvalidModelFile({ line: 0, reason })
    })

    return { extensionOf, check }
  })
}) {}
