import { expect, test } from "bun:test"
import * as Commit from "./Commit.ts"
import { type DataFile, filesOf, movedManifest } from "./Manifest.ts"
import { manifestsOf, movedList } from "./ManifestList.ts"
import * as Metadata from "./Metadata.ts"
import type { Table } from "./Table.ts"

const table: Table = {
  name: "rows",
  columns: [
    { id: 1, name: "model_id", type: "string", doc: "Model", required: true },
    { id: 2, name: "number", type: "double", doc: "Number" }
  ],
  sortedBy: ["number"]
}
const location = "file:///data/1/rows"

const file = (modelId: string, version: number): DataFile => ({
  path: `${location}/data/${modelId}-${version}.parquet`,
  partition: modelId,
  rows: 10 * version,
  bytes: 1000,
  columns: [
    { id: 1, size: 10, values: 10, nulls: 0, bounds: [btoa(modelId), btoa(modelId)] },
    { id: 2, size: 10, values: 10, nulls: 10, bounds: null }
  ],
  splits: [4]
})

/** A table that is committed to, and whose files can be read. */
const newTable = (mostSnapshots = 100) => {
  const files = new Map<string, Uint8Array>()
  const live = new Map<string, Commit.StoredFile>()
  let metadata = Metadata.empty(table, "uuid", location, 1000)
  let state: Commit.TableState | null = null
  let version = 0
  const commit = (changes: Readonly<Record<string, number | null>>) => {
    version += 2
    const touched = new Set(Object.keys(changes).map(Commit.manifestOf))
    const removed = Object.keys(changes).flatMap((id) => live.get(id) ?? [])
    for (const id of Object.keys(changes)) live.delete(id)
    const staying = new Map(
      [...touched].map((number) => [
        number,
        [...live.values()].filter(({ file }) => Commit.manifestOf(file.partition) === number)
      ])
    )
    const added = Object.entries(changes).flatMap(([id, number]) => (number === null ? [] : [file(id, number)]))
    const snapshotId = 5000 + version
    const change = {
      staying,
      removed,
      added,
      version,
      snapshotId,
      now: 2000,
      summary: { "own.key": "x" },
      mostSnapshots
    }
    const done = Commit.commit(table, { metadata, state }, change)
    for (const [path, bytes] of done.files) {
      expect(files.has(path)).toBe(false)
      files.set(path, bytes)
    }
    state = done.state
    for (const file of added) live.set(file.partition, { file, added: { snapshotId, sequence: done.state.sequence } })
    metadata = JSON.parse(
      Buffer.from(files.get(Commit.metadataPath(location, version))!).toString()
    ) as Metadata.Metadata
    return { metadata, state: done.state, written: done.files.size }
  }
  const list = (snapshot: Metadata.Snapshot) => manifestsOf(files.get(snapshot["manifest-list"])!)
  const dataFiles = (snapshot: Metadata.Snapshot) => list(snapshot).flatMap((path) => filesOf(table, files.get(path)!))
  return { commit, list, dataFiles, files }
}

test("each commit adds a snapshot and keeps the files of earlier ones", () => {
  const { commit, dataFiles, list } = newTable()
  const empty = commit({})
  expect(Metadata.current(empty.metadata)).toMatchObject({ "sequence-number": 1, summary: { operation: "append" } })
  commit({ "1": 1, "2": 1, "17": 1 })
  const replaced = commit({ "1": 2 })
  const removed = commit({ "2": null })
  expect(removed.state.rows).toBe(30)
  expect(removed.metadata.snapshots.map(({ summary }) => summary["operation"])).toEqual([
    "append",
    "append",
    "overwrite",
    "delete"
  ])
  expect(removed.metadata.snapshots.map((snapshot) => list(snapshot).length)).toEqual([0, 2, 2, 2])
  // Models 1 and 17 share a manifest, which the commit for model 1 rewrote and the commit for model 2 kept.
  expect(replaced.written).toBe(3)
  expect(
    dataFiles(replaced.metadata.snapshots[2]!)
      .map((path) => path.split("/").at(-1)!)
      .toSorted()
  ).toEqual(["1-2.parquet", "17-1.parquet", "2-1.parquet"])
  const after = commit({ "1": 3 })
  // The manifest that contains only removals is left out afterwards.
  expect(list(after.metadata.snapshots.at(-1)!)).toHaveLength(1)
  expect(after.metadata["last-sequence-number"]).toBe(5)
})

test("time does not go back in the log", () => {
  const { commit } = newTable()
  commit({})
  const { metadata } = commit({ "1": 1 })
  const times = metadata["snapshot-log"].map((entry) => entry["timestamp-ms"])
  expect(times).toEqual([2000, 2001])
})

test("only the last snapshots stay", () => {
  const { commit } = newTable(3)
  for (let i = 1; i < 6; i++) commit({ "1": i })
  const { metadata } = commit({ "1": 6 })
  expect(metadata.snapshots.map((snapshot) => snapshot["sequence-number"])).toEqual([4, 5, 6])
  expect(metadata["snapshot-log"]).toHaveLength(3)
})

test("list and manifests can name other paths", () => {
  const { commit, files, list } = newTable()
  const { metadata } = commit({ "1": 1 })
  const snapshot = metadata.snapshots[0]!
  const moved = movedManifest(table, files.get(list(snapshot)[0]!)!, (path) => path.replace("file://", "https://host"))
  expect(filesOf(table, moved)).toEqual(["https://host/data/1/rows/data/1-1.parquet"])
  const head = { snapshotId: snapshot["snapshot-id"], parentId: null, sequence: 1 }
  const at = (path: string) => ({ path: `https://host/${path.split("/").at(-1)}`, bytes: moved.length })
  expect(manifestsOf(movedList(files.get(snapshot["manifest-list"])!, head, at))).toEqual([
    `https://host/${list(snapshot)[0]!.split("/").at(-1)}`
  ])
})
