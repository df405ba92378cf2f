import * as Context from "effect/Context"
import type { BlobStore } from "../BlobStore.ts"

/**
 * The place of the open datasets, which engines of users read: a folder or a bucket of its own. By default there is
 * none, and the service keeps no datasets.
 */
export class DatasetStore extends Context.Reference<DatasetStore>()("ports/DatasetStore", {
  defaultValue: (): {
    readonly blobs: Context.Tag.Service<BlobStore>
    /** The place as engines name it, without a slash at the end: a blob lies at `location/key`. */
    readonly location: string
    /** How many snapshots of a table stay readable. */
    readonly snapshots: number
  } | null => null
}) {}
