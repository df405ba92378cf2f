import * as Effect from "effect/Effect"
import { UnsupportedFileType } from "../../domain/Errors.ts"
import { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import { type BlobInfo, BlobStore, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { formatOf, headBytes, ModelFormats } from "../../ports/ModelFormats.ts"
import { fn } from "../../runtime/Span.ts"

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
      if (formatOf(formats, extension)?.beginsLike(head) === true) return
      return yield* new InvalidModelFile({ line: 0, reason: `The file is no .${extension} file by its first bytes.` })
    })

    return { extensionOf, check }
  })
}) {}
