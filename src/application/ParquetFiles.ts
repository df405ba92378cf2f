import { Effect, Option } from "effect"
import { ModelNotFound } from "../domain/Errors.ts"
import type { ModelAccess } from "../ports/AccessRepository.ts"
import { BlobNotFound, BlobStore } from "../ports/BlobStore.ts"
import { fn } from "../runtime/Span.ts"
import { Downloads } from "./Downloads.ts"

/** The values of a model as a file for tools that read Parquet. It is written when the version is made. */
export class ParquetFiles extends Effect.Service<ParquetFiles>()("application/ParquetFiles", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const downloads = yield* Downloads

    /** URL and size of the file of the latest public version. Fails with `BlobNotFound` where the file is gone. */
    const link = fn("ParquetFiles.link")(function* (model: ModelAccess) {
      if (model.latest === null) return yield* ModelNotFound.unknown()
      const key = model.latest.parquet
      const info = yield* blobs.info(key)
      if (Option.isNone(info)) return yield* new BlobNotFound({ key })
      const downloadUrl = yield* downloads.url(key, "products.parquet", "application/vnd.apache.parquet")
      return { downloadUrl, sizeBytes: info.value.size }
    })

    return { link }
  })
}) {}
