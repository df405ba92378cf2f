import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"

/**
 * Bytes of disk space kept free for what must still be written: the database, its log, and results of running work.
 * Contract section 12.
 */
export const leastFreeBytes = 512 * 1024 * 1024

/** Disk space for incoming data. By default there is always enough. */
export class FreeSpace extends Context.Reference<FreeSpace>()("ports/FreeSpace", {
  defaultValue: (): {
    /** Fails with `StorageUnavailable` while less than `leastFreeBytes` are free. Cheap enough for each piece of an upload. */
    readonly demand: Effect.Effect<void, StorageUnavailable>
  } => ({ demand: Effect.void })
}) {}
