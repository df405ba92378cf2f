import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type TableName, tableNames } from "../../domain/dataset/DatasetTables.ts"
import { Forbidden, NotFound, Overloaded } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { type Dataset, DatasetRepository } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { AccessRepository } from "../../ports/projects/AccessRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as DatasetKeys from "./DatasetKeys.ts"
import { DatasetSnapshots } from "./DatasetSnapshots.ts"

/** The interval at which a request checks whether the first version of a dataset exists, and the number of checks. */
const [betweenLooks, looks] = ["250 millis", 80] as const

/** The open dataset of a project as its members see it. */
export class Datasets extends Effect.Service<Datasets>()("application/Datasets", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const repository = yield* DatasetRepository
    const snapshots = yield* DatasetSnapshots
    const store = yield* DatasetStore

    /** Returns the dataset if its files are at the current location. */
    const present = fn("Datasets.present")(function* (projectId: ProjectId) {
      const found = Option.getOrNull(yield* repository.find(projectId))
      if (found === null || found.location !== store!.location) return null
      const key = DatasetKeys.metadataFile(projectId, "quantities", found.tables.quantities.version)
      return Option.isNone(yield* store!.blobs.info(key)) ? null : found
    })

    /** Waits for a dataset that does not exist yet. Fails with `Overloaded` if that takes too long. */
    const awaited = fn("Datasets.awaited")(function* (projectId: ProjectId) {
      yield* repository.mark(projectId)
      for (let look = 0; look < looks; look++) {
        yield* Effect.sleep(betweenLooks)
        const found = yield* present(projectId)
        if (found !== null) return found
      }
      return yield* new Overloaded({ details: "The dataset is being made. Try again in a moment." })
    })

    /**
     * Returns the dataset for a member who may read every model of the project.
     *
     * Fails with `NotFound` if the service keeps no datasets, and with `Forbidden` if some model is hidden from the
     * caller, because the tables show all of them.
     */
    const find = fn("Datasets.find")(function* (userId: UserId, projectId: ProjectId) {
      if (store === null) return yield* new NotFound({ details: "This service keeps no open datasets." })
      const models = yield* access.models(userId, projectId, null)
      if (models.some(({ role }) => role === "NoAccess")) {
        return yield* new Forbidden({ details: "The dataset shows models of the project that you may not read." })
      }
      return (yield* present(projectId)) ?? (yield* awaited(projectId))
    })

    const shownTable = fn("Datasets.shownTable")(function* (projectId: ProjectId, dataset: Dataset, name: TableName) {
      const state = dataset.tables[name]
      return {
        metadataLocation: `${dataset.location}/${DatasetKeys.metadataFile(projectId, name, state.version)}`,
        httpMetadataUrl: yield* snapshots.url(projectId, name, state),
        snapshotId: String(state.snapshotId),
        rows: state.rows,
        sizeBytes: state.bytes
      }
    })

    /** Returns the locations and the content of the tables. Fails like `find`. */
    const read = fn("Datasets.read")(function* (userId: UserId, projectId: ProjectId) {
      const dataset = yield* find(userId, projectId)
      const [products, properties, quantities] = yield* Effect.forEach(tableNames, (name) =>
        shownTable(projectId, dataset, name)
      )
      return {
        tables: { products, properties: properties!, quantities: quantities! },
        models: dataset.models,
        updatedAt: new Date(dataset.updatedAt).toISOString()
      }
    })

    return { find, read, isOn: store !== null }
  })
}) {}
