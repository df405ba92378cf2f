import { Database } from "bun:sqlite"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Adapters from "../../../../adapters/Adapters.ts"
import * as FileSystemBlobStore from "../../../../adapters/blobs/FileSystem.ts"
import * as DatasetRepository from "../../../../adapters/storage/dataset/DatasetRepository.ts"
import * as StorageTime from "../../../../adapters/storage/StorageTime.ts"
import { SharedTime } from "../../../application/common/SharedTime.ts"
import { DatasetCollector } from "../../../application/dataset/DatasetCollector.ts"
import { datasetTables, type TableName, tableNames } from "../../../domain/dataset/DatasetTables.ts"
import type { TableState } from "../../../iceberg/Commit.ts"
import { filesOf } from "../../../iceberg/Manifest.ts"
import { manifestsOf } from "../../../iceberg/ManifestList.ts"
import type { Metadata } from "../../../iceberg/Metadata.ts"
import { DatasetStore } from "../../../ports/dataset/DatasetStore.ts"

/** The content of the row of a project's dataset. */
export interface Committed {
  readonly tables: Readonly<Record<TableName, TableState>>
  readonly models: ReadonlyArray<{ readonly modelId: string; readonly modelVersionId: string }>
}

const asPath = (location: string) => location.replace(/^file:\/\//, "")

/** The open dataset of a project in the data folder of a service, as stored. */
export const make = (directory: string, projectId: string) => {
  const folder = join(directory, "dataset", projectId)
  /** Files that have already been checked: no file is written twice. */
  const whole = new Set<string>()

  const onRows = <A>(run: (rows: Database) => A): A => {
    const rows = new Database(join(directory, "plinth.sqlite"))
    try {
      return run(rows)
    } finally {
      rows.close()
    }
  }

  const committed = (): Committed =>
    onRows((rows) => {
      const row = rows
        .query<{ readonly content: string }, [string]>("SELECT content FROM datasets WHERE project_id = ?")
        .get(projectId)
      return JSON.parse(row!.content) as Committed
    })

  /** Returns how many datasets of the service are behind. */
  const behind = (): number =>
    onRows((rows) => rows.query<{ n: number }, []>("SELECT count(*) AS n FROM datasets WHERE behind = 1").get()!.n)

  /** Ends the claims of a killed service, as would happen after some time. */
  const endClaims = (): void => onRows((rows) => void rows.run("UPDATE datasets SET lease_until = 0"))

  const metadataFile = (table: TableName, version: number) => join(folder, table, `metadata/v${version}.metadata.json`)

  /**
   * Returns the metadata of a table and the paths of all files that it needs, of every snapshot. Throws if one of them
   * is not there or not whole.
   */
  const open = (table: TableName, file: string) => {
    const metadata = JSON.parse(readFileSync(file, "utf8")) as Metadata
    const needed = new Set([file])
    for (const { "manifest-list": list } of metadata.snapshots) {
      needed.add(asPath(list))
      for (const manifest of manifestsOf(readFileSync(asPath(list)))) {
        if (needed.has(asPath(manifest))) continue
        needed.add(asPath(manifest))
        for (const path of filesOf(datasetTables[table], readFileSync(asPath(manifest))).map(asPath)) {
          needed.add(path)
          if (whole.has(path)) continue
          const bytes = readFileSync(path)
          if (bytes.subarray(-4).toString() !== "PAR1") throw new Error(`${path} is cut short`)
          whole.add(path)
        }
      }
    }
    return { metadata, needed }
  }

  /** Returns the paths of the data files of the snapshots. */
  const dataFiles = (table: TableName, { snapshots }: Pick<Metadata, "snapshots">): ReadonlyArray<string> =>
    snapshots
      .flatMap((snapshot) => manifestsOf(readFileSync(asPath(snapshot["manifest-list"]))))
      .flatMap((manifest) => filesOf(datasetTables[table], readFileSync(asPath(manifest))))
      .map(asPath)

  /** Returns all files of the project's tables. */
  const files = (): ReadonlyArray<string> =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  /** Opens every metadata file that engines may find, with all files that it refers to. */
  const openAll = (): void => {
    for (const table of tableNames) {
      const metadata = join(folder, table, "metadata")
      for (const name of readdirSync(metadata)) {
        if (name.endsWith(".metadata.json")) open(table, join(metadata, name))
      }
      open(table, metadataFile(table, Number(readFileSync(join(metadata, "version-hint.text"), "utf8"))))
    }
  }

  /** Returns the paths of all files that the tables need. */
  const needed = (): ReadonlyArray<string> => {
    const { tables } = committed()
    return tableNames.flatMap((table) => [
      join(folder, table, "metadata/version-hint.text"),
      ...open(table, metadataFile(table, tables[table].version)).needed
    ])
  }

  /** Removes files that no table needs, as the service does some milliseconds later. The service must not run. */
  const collect = (later: number): Promise<void> => {
    const clock = Object.assign(Clock.make(), { currentTimeMillis: Effect.sync(() => Date.now() + later) })
    const store = Layer.scoped(
      DatasetStore,
      Effect.map(FileSystemBlobStore.make(join(directory, "dataset"), ""), (blobs) => ({
        blobs,
        location: `file://${join(directory, "dataset")}`,
        snapshots: 100
      }))
    )
    const collector = DatasetCollector.Default.pipe(
      Layer.provide(SharedTime.Default),
      Layer.provide(Layer.mergeAll(DatasetRepository.layer, StorageTime.layer, store)),
      Layer.provide(Adapters.rows)
    )
    return DatasetCollector.pipe(
      Effect.flatMap(({ collect }) => Effect.withClock(collect, clock)),
      Effect.provide(collector),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["DATA_DIR", directory]]))),
      Effect.runPromise
    )
  }

  return { behind, collect, committed, dataFiles, endClaims, files, metadataFile, needed, open, openAll }
}
