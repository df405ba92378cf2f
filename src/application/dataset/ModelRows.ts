import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { tableNames, type TableName } from "../../domain/dataset/DatasetTables.ts"
import type { ProjectId, VersionId } from "../../domain/Identifier.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import type { DataFile } from "../../iceberg/Manifest.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { datasetFiles, WriteDatasetJob } from "../../ports/dataset/DatasetJob.ts"
import type { OfTables, PublicModel, WrittenModel } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { ProjectView } from "../views/ProjectView.ts"
import { textOf } from "../views/ViewTexts.ts"
import * as DatasetKeys from "./DatasetKeys.ts"

/** The data from which the rows of a model are written. */
interface Input {
  readonly model: PublicModel
  /** The view and the published edits, in the form in which a worker reads them. */
  readonly pieces: () => Iterable<string | Uint8Array>
  readonly measures: string | null
  /** A digest of all of the input. */
  readonly fingerprint: string
}

const writeText = (path: string, pieces: Iterable<string | Uint8Array>) =>
  Effect.promise(async () => {
    const sink = Bun.file(path).writer()
    for (const piece of pieces) {
      void sink.write(piece)
      await sink.flush()
    }
    await sink.end()
  })

/** Writes the rows of models for the open dataset, as all members of the project see them. */
export class ModelRows extends Effect.Service<ModelRows>()("application/ModelRows", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const computation = yield* Computation
    const geometries = yield* GeometryRepository
    const layers = yield* EditLayers
    const store = yield* DatasetStore
    const views = yield* ProjectView

    /** Returns the data from which the rows of a model are written, at a version of the shared data. */
    const input = fn("ModelRows.input")(function* (
      projectId: ProjectId,
      sharedDataVersionId: VersionId,
      model: PublicModel
    ) {
      const { importedWith, modelId, modelVersionId, table } = model
      const view = yield* views.of(projectId, importedWith, sharedDataVersionId)
      const published = yield* layers.published(projectId, modelId, { modelVersionId, sharedDataVersionId })
      const geometry = Option.getOrNull(yield* geometries.find(table))
      const measures = geometry?.measures ?? null
      const hash = new Bun.CryptoHasher("sha256")
      hash.update(JSON.stringify([modelVersionId, table, importedWith, measures]))
      hash.update(yield* textOf(view.shared))
      hash.update(published)
      const pieces = function* () {
        yield* ViewText.pieces(view)
        yield "\n"
        yield published
      }
      return { model, pieces, measures, fingerprint: hash.digest("hex") } satisfies Input
    })

    /**
     * Writes the data files of a model under new names, which no table has yet. Returns null, and keeps nothing, if the
     * tables already contain the same rows of this version. Fails with `JobCrashed` if the work needs more memory or
     * time than is available.
     */
    const write = fn("ModelRows.write")(function* (
      projectId: ProjectId,
      { measures, model, pieces }: Input,
      known: WrittenModel | undefined
    ) {
      const scratch = yield* computation.scratch
      const { modelId, modelVersionId, table } = model
      yield* writeText(`${scratch}/published.jsonl`, pieces())
      const job = WriteDatasetJob.make({
        modelId,
        modelVersionId,
        table: yield* blobs.localCopy(table, scratch),
        published: "published.jsonl",
        measures: measures === null ? null : yield* blobs.localCopy(measures, scratch)
      })
      const made = yield* computation.run(job, { scratch })
      const isShown = (name: TableName) => known?.files[name].file.digest === made[name].digest
      if (known?.modelVersionId === modelVersionId && tableNames.every(isShown)) return null
      const place = store!
      const keep = Effect.fnUntraced(function* (name: TableName) {
        const key = DatasetKeys.dataFile(projectId, name, `${modelId}-${crypto.randomUUID()}`)
        yield* place.blobs.putFile(key, `${scratch}/${datasetFiles[name]}`)
        return { path: `${place.location}/${key}`, partition: modelId, ...made[name] } satisfies DataFile
      })
      return {
        products: yield* keep("products"),
        properties: yield* keep("properties"),
        quantities: yield* keep("quantities")
      } satisfies OfTables<DataFile>
    }, Effect.scoped)

    return { input, write }
  })
}) {}
