import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { datasetTables, type TableName } from "../../domain/dataset/DatasetTables.ts"
import { Forbidden, NotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { limits } from "../../domain/Limits.ts"
import { downloadSeconds } from "../../domain/models/Upload.ts"
import type { TableState } from "../../iceberg/Commit.ts"
import { filesOf, movedManifest } from "../../iceberg/Manifest.ts"
import { manifestsOf, movedList } from "../../iceberg/ManifestList.ts"
import * as Metadata from "../../iceberg/Metadata.ts"
import { BlobNotFound, type BlobStoreUnavailable, type ByteRange, tagOf } from "../../ports/BlobStore.ts"
import { DatasetRepository } from "../../ports/dataset/DatasetRepository.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { Settings } from "../../ports/Settings.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import * as LatestCache from "../common/LatestCache.ts"
import { SharedTime } from "../common/SharedTime.ts"
import { Tickets } from "../signin/Tickets.ts"
import * as DatasetKeys from "./DatasetKeys.ts"

/** The files of one snapshot of a table, with HTTP paths in them, and the names of its data files. */
interface HttpSnapshot {
  readonly metadata: Metadata.Metadata
  /** The files of the folder `metadata`, by name. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly dataFiles: ReadonlySet<string>
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const invalid = () => new Forbidden({ details: "The URL is not valid or has expired. Request a new one." })
const gone = () => new NotFound({ details: "The file no longer exists." })

/** The snapshots of open datasets over HTTP, by URLs with a signature in their path. Contract section 16. */
export class DatasetSnapshots extends Effect.Service<DatasetSnapshots>()("application/DatasetSnapshots", {
  effect: Effect.gen(function* () {
    const repository = yield* DatasetRepository
    const store = yield* DatasetStore
    const tickets = yield* Tickets
    const { now } = yield* SharedTime
    const { publicUrl } = yield* Settings
    const snapshots = LatestCache.make<HttpSnapshot, BlobNotFound | BlobStoreUnavailable>({
      mostBytes: limits.datasetSnapshots.most,
      bytesOf: ({ dataFiles, files }) =>
        files.values().reduce((sum, { length }) => sum + length, 0) + dataFiles.size * 100
    })

    const folderOf = (ticket: string) => `${publicUrl}/v1/files/datasets/${ticket}`

    /** Returns the URL of the metadata of a table's newest snapshot, which is valid for seven days. */
    const url = fn("DatasetSnapshots.url")(function* (
      projectId: ProjectId,
      table: TableName,
      { snapshotId, version }: TableState
    ) {
      const expires = (yield* now) + downloadSeconds * 1000
      const ticket = tickets.sign({ _tag: "Dataset", projectId, table, snapshotId, version, expires })
      return `${folderOf(ticket)}/metadata/v${version}.metadata.json`
    })

    type Ticket = Extract<Effect.Effect.Success<ReturnType<typeof tickets.open>>, { readonly _tag: "Dataset" }>

    /** Writes the files of a snapshot again, with paths below the URL of the ticket. */
    const make = fn("DatasetSnapshots.make")(function* (
      text: string,
      { projectId, snapshotId, table, version }: Ticket
    ) {
      const { blobs } = store!
      const folder = folderOf(text)
      const below = (name: string) => `${DatasetKeys.ofTable(projectId, table)}/metadata/${name}`
      const bytes = yield* blobs.read(DatasetKeys.metadataFile(projectId, table, version))
      const metadata = JSON.parse(Buffer.from(bytes).toString()) as Metadata.Metadata
      const snapshot = metadata.snapshots.find((one) => one["snapshot-id"] === snapshotId)
      if (snapshot === undefined) return yield* new BlobNotFound({ key: String(snapshotId) })
      const list = yield* blobs.read(below(nameOf(snapshot["manifest-list"])))
      const files = new Map<string, Uint8Array<ArrayBuffer>>()
      const dataFiles = new Set<string>()
      for (const path of manifestsOf(list)) {
        const name = nameOf(path)
        const manifest = yield* blobs.read(below(name))
        for (const file of filesOf(datasetTables[table], manifest)) dataFiles.add(nameOf(file))
        files.set(
          name,
          movedManifest(datasetTables[table], manifest, (file) => `${folder}/data/${nameOf(file)}`)
        )
        yield* nextTurn
      }
      const head = { snapshotId, parentId: null, sequence: snapshot["sequence-number"] }
      const listName = nameOf(snapshot["manifest-list"])
      const moved = movedList(list, head, (path) => ({
        path: `${folder}/metadata/${nameOf(path)}`,
        bytes: files.get(nameOf(path))!.length
      }))
      files.set(listName, moved)
      const own = Metadata.only(metadata, snapshot, folder, `${folder}/metadata/${listName}`)
      files.set(`v${version}.metadata.json`, Buffer.from(JSON.stringify(own)))
      return { metadata: own, files, dataFiles } satisfies HttpSnapshot
    })

    /** Returns the metadata for a URL that `url` returned. */
    const metadata = (address: string) =>
      Effect.gen(function* () {
        const text = address.slice(folderOf("").length).split("/", 1)[0]!
        const ticket = yield* tickets.open(text)
        if (ticket._tag !== "Dataset") return yield* invalid()
        return (yield* snapshots.get(text, "", make(text, ticket))).metadata
      })

    /**
     * Opens a file of a snapshot. Fails with `Forbidden` if the URL was changed or has expired, or names another file,
     * and with `NotFound` if the project is deleted.
     */
    const open = fn("DatasetSnapshots.open")(function* (text: string, folder: string, name: string) {
      const ticket = yield* tickets.open(text)
      if (ticket._tag !== "Dataset") return yield* invalid()
      if (store === null || Option.isNone(yield* repository.find(ticket.projectId))) return yield* gone()
      const { dataFiles, files } = yield* Effect.catchTag(
        snapshots.get(text, "", make(text, ticket)),
        "BlobNotFound",
        gone
      )
      const made = folder === "metadata" ? files.get(name) : undefined
      if (made !== undefined) {
        const body = ({ end, start }: ByteRange) => Effect.succeed(new Blob([made.subarray(start, end)]))
        const mediaType = name.endsWith(".json") ? "application/json" : "application/octet-stream"
        return { mediaType, size: made.length, tag: Bun.hash(made).toString(16), body }
      }
      if (folder !== "data" || !dataFiles.has(name)) return yield* invalid()
      const key = `${DatasetKeys.ofTable(ticket.projectId, ticket.table)}/data/${name}`
      const info = yield* store.blobs.info(key)
      if (Option.isNone(info)) return yield* gone()
      return {
        mediaType: "application/vnd.apache.parquet",
        size: info.value.size,
        tag: tagOf(info.value),
        body: (range: ByteRange) => Effect.catchTag(store.blobs.body(key, range), "BlobNotFound", gone)
      }
    })

    return { url, metadata, open }
  })
}) {}
