import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { join } from "node:path"
import * as ImportedContent from "../application/imports/ImportedContent.ts"
import { sampleModel } from "../domain/models/SampleModel.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { importedFiles, measuredFiles } from "../ports/operations/Jobs.ts"
import { SampleModel } from "../ports/models/SampleModel.ts"
import { fn } from "../runtime/Span.ts"
import { folder, source } from "./sample/SampleFiles.ts"

/** Stores a file of the sample where every sample project finds it, unless it is there, and returns its key. */
const place = fn("Sample.place")(function* (path: string, name: string) {
  const blobs = yield* BlobStore
  const bytes = yield* Effect.promise(() => Bun.file(path).bytes())
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 16)
  const key = `sample/${hash}/${name}`
  if (Option.isNone(yield* blobs.info(key))) yield* blobs.put(key, Stream.make(bytes))
  return key
})

/** Provides the sample model from the files that `scripts/BuildSample.ts` made. */
export const layer = Layer.effect(
  SampleModel,
  Effect.gen(function* () {
    const kept = (name: string) => place(join(folder, name), name)
    const { offset, triangles, ...model } = sampleModel
    return {
      ...model,
      shared: yield* ImportedContent.all(join(folder, importedFiles.shared)),
      file: yield* place(source, "source"),
      table: yield* kept(importedFiles.table),
      parquet: yield* kept(importedFiles.parquet),
      geometry: {
        measures: yield* kept(measuredFiles.measures),
        exchange: { blob: yield* kept(measuredFiles.exchange), triangles: triangles.exchange },
        view: { blob: yield* kept(measuredFiles.view), triangles: triangles.view },
        offset,
        picture: yield* kept(measuredFiles.picture)
      }
    }
  })
)
