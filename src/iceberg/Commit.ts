import { type Addition, type DataFile, type Entry, type ManifestFacts, writeManifest } from "./Manifest.ts"
import { writeList } from "./ManifestList.ts"
import * as Metadata from "./Metadata.ts"
import type { Table } from "./Table.ts"

/**
 * The number of manifests of a table, over which its files are distributed. A commit rewrites the manifests from which
 * files are removed or to which files are added, and keeps the others.
 */
const manifests = 16

/** Returns the number of the manifest that holds the file of a model. */
export const manifestOf = (modelId: string): number => Number(BigInt(modelId) % BigInt(manifests))

/** A file of a table and the snapshot that added it. */
export interface StoredFile {
  readonly file: DataFile
  readonly added: Addition
}

/** The state of a table that the next commit needs. */
export interface TableState {
  /** The number of its metadata file. */
  readonly version: number
  readonly snapshotId: number
  readonly sequence: number
  readonly rows: number
  readonly bytes: number
  /** The non-empty manifests, by number. */
  readonly manifests: Readonly<Record<string, ManifestFacts>>
}

interface Change {
  /** The remaining files of the manifests, by the number of the manifest. */
  readonly staying: ReadonlyMap<number, ReadonlyArray<StoredFile>>
  readonly removed: ReadonlyArray<StoredFile>
  readonly added: ReadonlyArray<DataFile>
  /** The number of the metadata file to write, higher than any before. */
  readonly version: number
  readonly snapshotId: number
  /** The present time in milliseconds since 1970. */
  readonly now: number
  readonly summary: Readonly<Record<string, string>>
  /** The number of snapshots that remain readable. */
  readonly mostSnapshots: number
}

/** The files that a commit writes besides data files, by path, and the state of the table after it. */
export interface Commit {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly state: TableState
}

const operationOf = ({ added, removed }: Change): string =>
  removed.length === 0 ? "append" : added.length === 0 ? "delete" : "overwrite"

const sum = (files: ReadonlyArray<DataFile>, of: "rows" | "bytes"): number =>
  files.reduce((sum, file) => sum + file[of], 0)

/** Returns the path of a table's metadata file. */
export const metadataPath = (location: string, version: number): string =>
  `${location}/metadata/v${version}.metadata.json`

/**
 * Returns the commit that adds a snapshot to a table, given the metadata and the state after the previous commit. No
 * file of an earlier commit is changed.
 */
export const commit = (
  table: Table,
  before: { readonly metadata: Metadata.Metadata; readonly state: TableState | null },
  change: Change
): Commit => {
  const { metadata, state } = before
  const { added, mostSnapshots, removed, snapshotId, staying, version } = change
  const { location } = metadata
  const sequence = metadata["last-sequence-number"] + 1
  const now = Math.max(change.now, metadata["last-updated-ms"] + 1)
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  // A manifest that has become empty is listed only in the snapshot that removed its last file.
  const kept = Object.entries(state?.manifests ?? {}).filter(
    ([number, { counts }]) => !staying.has(Number(number)) && counts.added[0] + counts.existing[0] > 0
  )
  const list = new Map(kept)
  for (const [number, stored] of staying) {
    const isHere = ({ partition }: DataFile) => manifestOf(partition) === number
    const entries: ReadonlyArray<Entry> = [
      ...stored.map((file): Entry => ({ ...file, status: "existing" })),
      ...removed.filter(({ file }) => isHere(file)).map((stored): Entry => ({ ...stored, status: "deleted" })),
      ...added.filter(isHere).map((file): Entry => ({ file, added: { snapshotId, sequence }, status: "added" }))
    ]
    const path = `${location}/metadata/${snapshotId}-${version}-m${number}.avro`
    const { bytes, facts } = writeManifest(table, entries, { path, sequence, snapshotId })
    files.set(path, bytes)
    list.set(String(number), facts)
  }
  const parentId = state?.snapshotId ?? null
  const listPath = `${location}/metadata/snap-${snapshotId}-${version}.avro`
  files.set(listPath, writeList([...list.values()], { snapshotId, parentId, sequence }))
  const gone = removed.map(({ file }) => file)
  const rows = (state?.rows ?? 0) + sum(added, "rows") - sum(gone, "rows")
  const bytes = (state?.bytes ?? 0) + sum(added, "bytes") - sum(gone, "bytes")
  const dataFiles = [...list.values()].reduce((sum, { counts }) => sum + counts.added[0] + counts.existing[0], 0)
  const summary = {
    operation: operationOf(change),
    "added-data-files": String(added.length),
    "deleted-data-files": String(removed.length),
    "added-records": String(sum(added, "rows")),
    "deleted-records": String(sum(gone, "rows")),
    "total-data-files": String(dataFiles),
    "total-records": String(rows),
    "total-files-size": String(bytes),
    ...change.summary
  }
  const next = Metadata.withSnapshot(
    metadata,
    {
      "snapshot-id": snapshotId,
      ...(parentId === null ? {} : { "parent-snapshot-id": parentId }),
      "sequence-number": sequence,
      "timestamp-ms": now,
      summary,
      "manifest-list": listPath,
      "schema-id": 0
    },
    mostSnapshots
  )
  files.set(metadataPath(location, version), Buffer.from(JSON.stringify(next)))
  return { files, state: { version, snapshotId, sequence, rows, bytes, manifests: Object.fromEntries(list) } }
}
