import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { datasetTables, type TableName, tableNames } from "../../domain/dataset/DatasetTables.ts"
import { ProjectId } from "../../domain/Identifier.ts"
import { filesOf } from "../../iceberg/Manifest.ts"
import { manifestsOf } from "../../iceberg/ManifestList.ts"
import type { Metadata } from "../../iceberg/Metadata.ts"
import type { BlobInfo } from "../../ports/BlobStore.ts"
import { DatasetRepository } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"
import * as DatasetKeys from "./DatasetKeys.ts"

/** The time for which readers may still use a snapshot after it was replaced, in milliseconds. */
const graceMillis = 7 * 24 * 3_600_000

const isProjectId = Schema.is(ProjectId)

const versionOf = (key: string): number | null => {
  const number = /\/v(\d+)\.metadata\.json$/.exec(key)?.[1]
  return number === undefined ? null : Number(number)
}

/** Removes files of open datasets that no snapshot needs any more, and files that were left behind by crashes. */
export class DatasetCollector extends Effect.Service<DatasetCollector>()("application/DatasetCollector", {
  effect: Effect.gen(function* () {
    const repository = yield* DatasetRepository
    const store = yield* DatasetStore
    const { now } = yield* SharedTime

    /**
     * Returns the keys of all files that a metadata file refers to. `seen` are the keys of other metadata files, which
     * have already been examined.
     */
    const needed = fn("DatasetCollector.needed")(function* (table: TableName, key: string, seen: Set<string>) {
      const { blobs, location } = store!
      const keyOf = (path: string) => path.slice(location.length + 1)
      const bytes = yield* blobs.read(key)
      const { snapshots } = JSON.parse(Buffer.from(bytes).toString()) as Metadata
      seen.add(key)
      for (const snapshot of snapshots) {
        const list = keyOf(snapshot["manifest-list"])
        if (seen.has(list)) continue
        seen.add(list)
        for (const manifest of manifestsOf(yield* blobs.read(list)).map(keyOf)) {
          if (seen.has(manifest)) continue
          seen.add(manifest)
          for (const file of filesOf(datasetTables[table], yield* blobs.read(manifest))) seen.add(keyOf(file))
          yield* nextTurn
        }
      }
    })

    /**
     * Removes the files that a table does not need. Metadata files, and all files to which they refer, are needed until
     * seven days after they were replaced.
     */
    const sweepTable = fn("DatasetCollector.sweepTable")(function* (
      projectId: ProjectId,
      table: TableName,
      current: number
    ) {
      const { blobs } = store!
      const before = (yield* now) - graceMillis
      const all = Array.from(yield* Stream.runCollect(blobs.list(`${DatasetKeys.ofTable(projectId, table)}/`)))
      const versions = all
        .flatMap((info) => {
          const version = versionOf(info.key)
          return version === null ? [] : [{ ...info, version }]
        })
        .toSorted((a, b) => a.version - b.version)
      const kept = versions.filter(
        ({ version }, i) => version >= current || (versions[i + 1]?.modifiedAt ?? Infinity) >= before
      )
      const seen = new Set([DatasetKeys.versionHint(projectId, table)])
      for (const { key } of kept) yield* needed(table, key, seen)
      const isGarbage = ({ key, modifiedAt }: BlobInfo) => modifiedAt < before && !seen.has(key)
      const garbage = all.filter(isGarbage)
      yield* Effect.forEach(garbage, ({ key }) => blobs.remove(key), { discard: true })
      return garbage.length
    })

    /** Removes the files that the tables of a project do not need, or all of them if the project is deleted. */
    const sweep = fn("DatasetCollector.sweep")(function* (projectId: ProjectId) {
      const { blobs, location } = store!
      const found = yield* repository.find(projectId)
      if (found._tag === "None") {
        if ((yield* repository.present(projectId))._tag === "None") yield* blobs.removeAll(`${projectId}/`)
      } else if (found.value.location === location) {
        const { tables } = found.value
        yield* Effect.forEach(tableNames, (table) => sweepTable(projectId, table, tables[table].version))
      }
    })

    /** Collects garbage once in the datasets of all projects. If a project fails, the others are still collected. */
    const collect = Effect.gen(function* () {
      if (store === null) return
      const keys = Stream.map(store.blobs.list(""), ({ key }) => key.slice(0, key.indexOf("/")))
      // Operators and query engines may have other folders in the same place.
      const projects = new Set(Array.from(yield* Stream.runCollect(Stream.changes(keys))).filter(isProjectId))
      for (const projectId of projects) {
        yield* sweep(projectId).pipe(
          Effect.catchAllCause((cause) => Effect.logWarning("An open dataset was not collected this time", cause)),
          Effect.annotateLogs({ projectId })
        )
      }
    })

    const run = collect.pipe(
      withoutContext,
      Effect.catchAllCause((cause) => Effect.logWarning("Open datasets were not collected this time", cause)),
      Effect.repeat(Schedule.spaced("1 day"))
    )

    return { collect, run }
  })
}) {
  /** Collects every day, beginning an hour after the start, while the layer exists. */
  static readonly everyDay = Layer.scopedDiscard(
    Effect.flatMap(this, ({ run }) => Effect.forkScoped(Effect.delay(run, "1 hour")))
  )
}
