import { Effect, Option } from "effect"
import { ModelNotFound } from "../domain/Errors.ts"
import type { ModelAccess } from "../ports/AccessRepository.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { Downloads } from "./Downloads.ts"

/** The values of a model as a file for tools that read Parquet. It is written when the version is made. */
export class ParquetFiles extends Effect.Service<ParquetFiles>()("application/ParquetFiles", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const downloads = yield* Downloads

    /** URL and size of the file of the latest public version. */
    const link = Effect.fn("ParquetFiles.link")(function* (model: ModelAccess) {
      const gone = () => new ModelNotFound({ details: "There is no such model in this project." })
      if (model.latest === null) return yield* gone()
      const info = yield* blobs.info(model.latest.parquet)
      if (Option.isNone(info)) return yield* gone()
      const downloadUrl = yield* downloads.url(info.value.key, "products.parquet", "application/vnd.apache.parquet")
      return { downloadUrl, sizeBytes: info.value.size }
    })

    return { link }
  })
}) {
  static readonly layer = this.Default
}
