import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type TableName, tableNames } from "../../domain/dataset/DatasetTables.ts"
import { NotFound } from "../../domain/Errors.ts"
import { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { reaches } from "../../domain/Reach.ts"
import type { Metadata } from "../../iceberg/Metadata.ts"
import { DatasetRepository } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { AccessRepository } from "../../ports/projects/AccessRepository.ts"
import { Reached } from "../../ports/Reached.ts"
import { fn } from "../../runtime/Span.ts"
import * as DatasetKeys from "./DatasetKeys.ts"
import { Datasets } from "./Datasets.ts"
import { DatasetSnapshots } from "./DatasetSnapshots.ts"

const isTable = (name: string): name is TableName => (tableNames as ReadonlyArray<string>).includes(name)

const isProjectId = Schema.is(ProjectId)

/** Whether locations are those of the storage or URLs of the service. */
export type Locations = "storage" | "http"

/** The open datasets as a catalog of tables: a namespace for each project of which the caller may read all models. */
export class Catalog extends Effect.Service<Catalog>()("application/Catalog", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const datasets = yield* Datasets
    const repository = yield* DatasetRepository
    const snapshots = yield* DatasetSnapshots
    const store = yield* DatasetStore

    /** Returns the names of the namespaces. */
    const namespaces = fn("Catalog.namespaces")(function* (userId: UserId) {
      const reach = yield* Reached
      const projects = yield* repository.readable(userId)
      return projects
        .filter(({ projectId }) => reaches(reach, projectId))
        .map(({ projectId }) => `project_${projectId}`)
    })

    /** Returns the project of a namespace. Fails with `ProjectNotFound` if the caller cannot read all of it. */
    const project = fn("Catalog.project")(function* (userId: UserId, namespace: string) {
      const number = /^project_(\d+)$/.exec(namespace)?.[1]
      if (!isProjectId(number)) return yield* missing.project()
      const projectId = number
      const found = yield* access.find(userId, projectId, null)
      if (Option.isNone(found)) return yield* missing.project()
      const models = yield* access.models(userId, projectId, null)
      if (models.some(({ role }) => role === "NoAccess")) return yield* missing.project()
      return { projectId, name: found.value.project.name }
    })

    /** Returns a table of a project. Fails with `NotFound` if there is no such table. */
    const table = fn("Catalog.table")(function* (name: string) {
      if (!isTable(name)) return yield* new NotFound({ details: "There is no such table." })
      return name
    })

    /** Returns the metadata of a table and their location. Fails like `project`, `table` and `Datasets.find`. */
    const load = fn("Catalog.load")(function* (
      userId: UserId,
      namespace: string,
      tableName: string,
      locations: Locations
    ) {
      const { projectId } = yield* project(userId, namespace)
      const name = yield* table(tableName)
      const dataset = yield* Effect.catchTag(datasets.find(userId, projectId), "Forbidden", () => missing.project())
      const state = dataset.tables[name]
      if (locations === "http") {
        const location = yield* snapshots.url(projectId, name, state)
        return { location, metadata: yield* snapshots.metadata(location) }
      }
      const key = DatasetKeys.metadataFile(projectId, name, state.version)
      const bytes = yield* store!.blobs.read(key)
      return { location: `${dataset.location}/${key}`, metadata: JSON.parse(Buffer.from(bytes).toString()) as Metadata }
    })

    return { namespaces, project, table, load, isOn: store !== null }
  })
}) {}
