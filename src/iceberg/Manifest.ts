import { type AvroFields, decode, encode } from "./Avro.ts"
import { manifestEntry } from "./ManifestSchema.ts"
import { partitionOf, schemaOf, type Table } from "./Table.ts"

/** The statistics of one column of a file. */
export interface ColumnStatistics {
  /** The id of the column. */
  readonly id: number
  /** The size of the column in the file, in bytes. */
  readonly size: number
  /** The number of rows, with and without a value. */
  readonly values: number
  readonly nulls: number
  /** The encoded least and greatest value, base64; null if no row has a value. */
  readonly bounds: readonly [lower: string, upper: string] | null
}

/** A data file with the rows of one partition. */
export interface DataFile {
  readonly path: string
  readonly partition: string
  readonly rows: number
  readonly bytes: number
  readonly columns: ReadonlyArray<ColumnStatistics>
  /** The offsets at which the row groups begin. */
  readonly splits: ReadonlyArray<number>
  /** SHA-256 of the bytes, which depend on the rows alone; absent for files of earlier releases. */
  readonly digest?: string
}

/** The snapshot that added a file, and its sequence number. */
export interface Addition {
  readonly snapshotId: number
  readonly sequence: number
}

/**
 * A file that was in the table before (`added` is the snapshot that added it), or is added or removed by this snapshot.
 */
export interface Entry {
  readonly file: DataFile
  readonly status: "existing" | "added" | "deleted"
  readonly added: Addition
}

const statuses = ["existing", "added", "deleted"] as const

const entryOf = (table: Table, { added, file, status }: Entry, snapshotId: number): AvroFields => {
  const { bytes, columns, partition, path, rows, splits } = file
  const isNew = status === "added"
  const bounded = columns.filter(({ bounds }) => bounds !== null)
  const bound = (side: 0 | 1) =>
    bounded.map(({ bounds, id }) => ({ key: id, value: Buffer.from(bounds![side], "base64") }))
  const doubles = new Set(table.columns.filter(({ type }) => type === "double").map(({ id }) => id))
  return {
    status: statuses.indexOf(status),
    snapshot_id: status === "existing" ? added.snapshotId : snapshotId,
    // A new file inherits the sequence numbers of the list that names its manifest.
    sequence_number: isNew ? null : added.sequence,
    file_sequence_number: isNew ? null : added.sequence,
    data_file: {
      content: 0,
      file_path: path,
      file_format: "PARQUET",
      partition: { [table.columns[0]!.name]: partition },
      record_count: rows,
      file_size_in_bytes: bytes,
      column_sizes: columns.map(({ id, size }) => ({ key: id, value: size })),
      value_counts: columns.map(({ id, values }) => ({ key: id, value: values })),
      null_value_counts: columns.map(({ id, nulls }) => ({ key: id, value: nulls })),
      nan_value_counts: columns.filter(({ id }) => doubles.has(id)).map(({ id }) => ({ key: id, value: 0 })),
      lower_bounds: bound(0),
      upper_bounds: bound(1),
      split_offsets: splits,
      sort_order_id: 1
    }
  }
}

/** The facts about a manifest that a manifest list contains. */
export interface ManifestFacts {
  readonly path: string
  readonly bytes: number
  /** The sequence number of the snapshot that wrote it, and the least sequence number of its files. */
  readonly sequence: number
  readonly leastSequence: number
  readonly snapshotId: number
  /** Numbers of files and rows by status. */
  readonly counts: Readonly<Record<Entry["status"], readonly [files: number, rows: number]>>
  /** The least and the greatest partition, in the order of their UTF-8 bytes. */
  readonly partitions: readonly [lower: string, upper: string]
}

/** Writes a manifest and returns its bytes with its entry for a manifest list. */
export const writeManifest = (
  table: Table,
  entries: ReadonlyArray<Entry>,
  { path, sequence, snapshotId }: Pick<ManifestFacts, "path" | "sequence" | "snapshotId">
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly facts: ManifestFacts } => {
  const bytes = encode(
    manifestEntry(table.columns[0]!.name),
    entries.map((entry) => entryOf(table, entry, snapshotId)),
    headerOf(table)
  )
  const ofStatus = (wanted: Entry["status"]) => entries.filter(({ status }) => status === wanted)
  const count = (status: Entry["status"]): readonly [number, number] => {
    const some = ofStatus(status)
    return [some.length, some.reduce((sum, { file }) => sum + file.rows, 0)]
  }
  const partitions = entries
    .map(({ file }) => file.partition)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const sequences = entries.map(({ added, status }) => (status === "added" ? sequence : added.sequence))
  const counts = { existing: count("existing"), added: count("added"), deleted: count("deleted") }
  const leastSequence = Math.min(sequence, ...sequences)
  const span = [partitions[0]!, partitions.at(-1)!] as const
  return { bytes, facts: { path, bytes: bytes.length, sequence, leastSequence, snapshotId, counts, partitions: span } }
}

/** Returns the paths of the data files that the manifest adds or keeps. */
export const filesOf = (table: Table, manifest: Uint8Array): ReadonlyArray<string> =>
  decode(manifestEntry(table.columns[0]!.name), manifest)
    .filter(({ status }) => status !== statuses.indexOf("deleted"))
    .map(({ data_file }) => (data_file as AvroFields)["file_path"] as string)

/** Returns the manifest with its data files at other paths. */
export const movedManifest = (
  table: Table,
  manifest: Uint8Array,
  to: (path: string) => string
): Uint8Array<ArrayBuffer> => {
  const schema = manifestEntry(table.columns[0]!.name)
  const moved = decode(schema, manifest).map((entry) => {
    const file = entry["data_file"] as AvroFields
    return { ...entry, data_file: { ...file, file_path: to(file["file_path"] as string) } }
  })
  return encode(schema, moved, headerOf(table))
}

const headerOf = (table: Table) => ({
  schema: JSON.stringify(schemaOf(table)),
  "schema-id": "0",
  "partition-spec": JSON.stringify(partitionOf(table)),
  "partition-spec-id": "0",
  "format-version": "2",
  content: "data"
})
