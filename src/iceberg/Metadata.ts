import { nameMappingOf, partitionFieldId, partitionOf, schemaOf, sortOrdersOf, type Table } from "./Table.ts"

/** A snapshot in the metadata. Ids are below 2^53, so that JSON readers keep all digits. */
export interface Snapshot {
  readonly "snapshot-id": number
  readonly "parent-snapshot-id"?: number
  readonly "sequence-number": number
  readonly "timestamp-ms": number
  readonly summary: Readonly<Record<string, string>>
  readonly "manifest-list": string
  readonly "schema-id": number
}

/** The metadata file of a table. Source: Iceberg Table Spec, format version 2, Table Metadata. */
export interface Metadata {
  readonly "format-version": 2
  readonly "table-uuid": string
  readonly location: string
  readonly "last-sequence-number": number
  readonly "last-updated-ms": number
  readonly "current-snapshot-id": number
  readonly refs?: { readonly main: { readonly "snapshot-id": number; readonly type: "branch" } }
  readonly snapshots: ReadonlyArray<Snapshot>
  readonly "snapshot-log": ReadonlyArray<{ readonly "snapshot-id": number; readonly "timestamp-ms": number }>
  readonly [member: string]: unknown
}

/** Returns the metadata of a table without snapshots. */
export const empty = (table: Table, uuid: string, location: string, now: number): Metadata => ({
  "format-version": 2,
  "table-uuid": uuid,
  location,
  "last-sequence-number": 0,
  "last-updated-ms": now,
  "last-column-id": Math.max(...table.columns.map(({ id }) => id)),
  schemas: [schemaOf(table)],
  "current-schema-id": 0,
  "partition-specs": [{ "spec-id": 0, fields: partitionOf(table) }],
  "default-spec-id": 0,
  "last-partition-id": partitionFieldId,
  "sort-orders": sortOrdersOf(table),
  "default-sort-order-id": 1,
  properties: { "schema.name-mapping.default": nameMappingOf(table), "write.parquet.compression-codec": "zstd" },
  "current-snapshot-id": -1,
  snapshots: [],
  "snapshot-log": [],
  "metadata-log": []
})

/** Returns the current snapshot, or null if there is none. */
export const current = ({ snapshots, "current-snapshot-id": id }: Metadata): Snapshot | null =>
  snapshots.find((snapshot) => snapshot["snapshot-id"] === id) ?? null

/** Returns the metadata with one more snapshot, and no more than `most` in all. */
export const withSnapshot = (metadata: Metadata, snapshot: Snapshot, most: number): Metadata => {
  const snapshots = [...metadata.snapshots, snapshot].slice(-most)
  const id = snapshot["snapshot-id"]
  const now = snapshot["timestamp-ms"]
  return {
    ...metadata,
    "last-sequence-number": snapshot["sequence-number"],
    "last-updated-ms": now,
    "current-snapshot-id": id,
    refs: { main: { "snapshot-id": id, type: "branch" } },
    snapshots,
    "snapshot-log": [...metadata["snapshot-log"], { "snapshot-id": id, "timestamp-ms": now }].slice(-most)
  }
}

/** Returns metadata with only one of the snapshots, at another location. */
export const only = (metadata: Metadata, snapshot: Snapshot, location: string, list: string): Metadata => {
  const { "parent-snapshot-id": _, ...rest } = snapshot
  const id = snapshot["snapshot-id"]
  const now = snapshot["timestamp-ms"]
  return {
    ...metadata,
    location,
    "last-updated-ms": now,
    "last-sequence-number": snapshot["sequence-number"],
    "current-snapshot-id": id,
    refs: { main: { "snapshot-id": id, type: "branch" } },
    snapshots: [{ ...rest, "manifest-list": list }],
    "snapshot-log": [{ "snapshot-id": id, "timestamp-ms": now }]
  }
}
