import * as Context from "effect/Context"
import type { BlobStore } from "../BlobStore.ts"

/**
 * The storage of the open datasets, which users' query engines read: a separate folder or bucket. By default there is
 * none, and the service writes no datasets.
 */
export class DatasetStore extends Context.Reference<DatasetStore>()("ports/DatasetStore", {
  defaultValue: (): {
    readonly blobs: Context.Tag.Service<BlobStore>
    /** The location in the form that engines use, without a slash at the end: a blob is at `location/key`. */
    readonly location: string
    /** The number of snapshots of a table that remain readable. */
    readonly snapshots: number
  } | null => null
}) {}
