import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { datasetTables, type TableName, tableNames } from "../../domain/dataset/DatasetTables.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import { commit as commitTo, type Commit, manifestOf, type StoredFile } from "../../iceberg/Commit.ts"
import type { DataFile } from "../../iceberg/Manifest.ts"
import * as Metadata from "../../iceberg/Metadata.ts"
import type { Dataset, DatasetClaim, OfTables, WrittenModel } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetRepository } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import * as DatasetKeys from "./DatasetKeys.ts"

/** A model with data files that no table has yet. */
export interface NewModel extends Omit<WrittenModel, "files"> {
  readonly files: OfTables<DataFile>
}

/** The content of a project's tables. `dataset` is null before the first commit. */
export interface Shown {
  readonly dataset: Dataset | null
  readonly metadata: OfTables<Metadata.Metadata>
  /** The models by id. */
  readonly models: ReadonlyMap<ModelId, WrittenModel>
}

/** The differences between the next snapshot and the one before. */
interface Changes {
  readonly written: ReadonlyArray<NewModel>
  readonly removed: ReadonlyArray<ModelId>
  readonly summary: Readonly<Record<string, string>>
}

const ofTables = <A>(of: (name: TableName) => A): OfTables<A> => ({
  products: of("products"),
  properties: of("properties"),
  quantities: of("quantities")
})

const parsed = (bytes: Uint8Array): Metadata.Metadata =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as Metadata.Metadata

/** Adds snapshots to the tables of a dataset, all three at once. */
export class DatasetCommits extends Effect.Service<DatasetCommits>()("application/DatasetCommits", {
  effect: Effect.gen(function* () {
    const repository = yield* DatasetRepository
    const store = yield* DatasetStore
    const { reach } = yield* FaultPoints

    const empty = Effect.fnUntraced(function* (projectId: ProjectId) {
      const now = yield* Clock.currentTimeMillis
      const metadata = ofTables((name) => {
        const location = `${store!.location}/${DatasetKeys.ofTable(projectId, name)}`
        return Metadata.empty(datasetTables[name], crypto.randomUUID(), location, now)
      })
      return { dataset: null, metadata, models: new Map() } satisfies Shown
    })

    /**
     * Returns the content of the tables. If their files do not exist, or are at another location, the tables are
     * created again.
     */
    const shown = fn("DatasetCommits.shown")(function* (projectId: ProjectId) {
      const { blobs, location } = store!
      const found = yield* repository.find(projectId)
      if (found._tag === "None" || found.value.location !== location) return yield* empty(projectId)
      const dataset = found.value
      const read = (name: TableName) =>
        Effect.map(blobs.read(DatasetKeys.metadataFile(projectId, name, dataset.tables[name].version)), parsed)
      return yield* Effect.gen(function* () {
        const metadata = {
          products: yield* read("products"),
          properties: yield* read("properties"),
          quantities: yield* read("quantities")
        }
        const models = yield* repository.models(projectId)
        return { dataset, metadata, models: new Map(models.map((model) => [model.modelId, model])) } satisfies Shown
      }).pipe(Effect.catchTag("BlobNotFound", () => empty(projectId)))
    })

    const changeOf = (name: TableName, models: Shown["models"], { removed, written }: Changes) => {
      const gone = new Set([...removed, ...written.map(({ modelId }) => modelId)])
      const staying = new Map<number, Array<StoredFile>>([...gone].map((id) => [manifestOf(id), []]))
      const leaving: Array<StoredFile> = []
      for (const [modelId, { files }] of models) {
        if (gone.has(modelId)) leaving.push(files[name])
        else staying.get(manifestOf(modelId))?.push(files[name])
      }
      return { staying, removed: leaving, added: written.map(({ files }) => files[name]) }
    }

    /** Writes the names of the newest metadata files for engines that open the folders. */
    const hint = fn("DatasetCommits.hint")(function* (projectId: ProjectId, version: number) {
      for (const name of tableNames) {
        yield* store!.blobs.put(DatasetKeys.versionHint(projectId, name), Stream.make(Buffer.from(String(version))))
      }
    })

    /**
     * Commits changes and returns the new content of the tables, or null if another worker has claimed the dataset.
     * `version` is the number of the metadata files, higher than any before. A crash leaves unreferenced files.
     */
    const commit = fn("DatasetCommits.commit")(function* (
      claim: DatasetClaim,
      version: number,
      before: Shown,
      changes: Changes
    ) {
      const { blobs, location, snapshots } = store!
      const { projectId } = claim
      const now = yield* Clock.currentTimeMillis
      // The id is the same in all tables, and below 2^53.
      const snapshotId = Number(crypto.getRandomValues(new BigUint64Array(1))[0]! >> 12n) + 1
      const made: Partial<Record<TableName, Commit>> = {}
      for (const name of tableNames) {
        const state = before.dataset?.tables[name] ?? null
        made[name] = commitTo(
          datasetTables[name],
          { metadata: before.metadata[name], state },
          {
            ...changeOf(name, before.models, changes),
            version,
            snapshotId,
            now,
            summary: changes.summary,
            mostSnapshots: snapshots
          }
        )
        yield* nextTurn
        for (const [path, bytes] of made[name].files) {
          yield* blobs.put(path.slice(location.length + 1), Stream.make(bytes))
          yield* reach("dataset.kept")
        }
      }
      const done = made as OfTables<Commit>
      const tables = ofTables((name) => done[name].state)
      const written = changes.written.map((model): WrittenModel => ({
        ...model,
        files: ofTables((name) => ({ file: model.files[name], added: { snapshotId, sequence: tables[name].sequence } }))
      }))
      const { removed } = changes
      const after = new Map(before.models)
      for (const modelId of removed) after.delete(modelId)
      for (const model of written) after.set(model.modelId, model)
      const models = Array.from(after.values(), ({ modelId, modelVersionId }) => ({ modelId, modelVersionId }))
      if (!(yield* repository.commit(claim, { location, tables, models, written, removed }))) return null
      yield* reach("dataset.committed")
      yield* hint(projectId, version)
      const metadata = ofTables((name) =>
        parsed(done[name].files.get(`${before.metadata[name].location}/metadata/v${version}.metadata.json`)!)
      )
      return { dataset: { location, tables, models, updatedAt: now }, metadata, models: after } satisfies Shown
    })

    return { shown, hint, commit }
  })
}) {}
