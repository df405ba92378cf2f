import { decode, encode } from "./Avro.ts"
import type { ManifestFacts } from "./Manifest.ts"
import { manifestFile } from "./ManifestSchema.ts"

interface ListHead {
  readonly snapshotId: number
  readonly parentId: number | null
  readonly sequence: number
}

const headOf = ({ parentId, sequence, snapshotId }: ListHead) => ({
  "snapshot-id": String(snapshotId),
  "parent-snapshot-id": parentId === null ? "null" : String(parentId),
  "sequence-number": String(sequence),
  "format-version": "2"
})

/** Writes the list of a snapshot's manifests. */
export const writeList = (manifests: ReadonlyArray<ManifestFacts>, head: ListHead): Uint8Array<ArrayBuffer> =>
  encode(
    manifestFile,
    manifests.map(({ bytes, counts, leastSequence, partitions, path, sequence, snapshotId }) => ({
      manifest_path: path,
      manifest_length: bytes,
      partition_spec_id: 0,
      content: 0,
      sequence_number: sequence,
      min_sequence_number: leastSequence,
      added_snapshot_id: snapshotId,
      added_files_count: counts.added[0],
      existing_files_count: counts.existing[0],
      deleted_files_count: counts.deleted[0],
      added_rows_count: counts.added[1],
      existing_rows_count: counts.existing[1],
      deleted_rows_count: counts.deleted[1],
      partitions: [
        {
          contains_null: false,
          contains_nan: false,
          lower_bound: Buffer.from(partitions[0]),
          upper_bound: Buffer.from(partitions[1])
        }
      ]
    })),
    headOf(head)
  )

/** Returns the paths of the manifests of a list. */
export const manifestsOf = (list: Uint8Array): ReadonlyArray<string> =>
  decode(manifestFile, list).map(({ manifest_path }) => manifest_path as string)

/** Returns the list with its manifests at other paths and of other sizes. */
export const movedList = (
  list: Uint8Array,
  head: ListHead,
  to: (path: string) => { readonly path: string; readonly bytes: number }
): Uint8Array<ArrayBuffer> =>
  encode(
    manifestFile,
    decode(manifestFile, list).map((manifest) => {
      const { bytes, path } = to(manifest["manifest_path"] as string)
      return { ...manifest, manifest_path: path, manifest_length: bytes }
    }),
    headOf(head)
  )
