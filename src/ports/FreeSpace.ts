import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"

/**
 * Bytes that stay free for what has to be written even so: the database, its log, results of what is in hand. Contract
 * section 12.
 */
export const leastFreeBytes = 512 * 1024 * 1024

/** Room for what comes in. Where nothing says otherwise there is always some. */
export class FreeSpace extends Context.Reference<FreeSpace>()("ports/FreeSpace", {
  defaultValue: (): {
    /** Fails with `StorageUnavailable` while less than `leastFreeBytes` are free. Cheap enough for each piece of an upload. */
    readonly demand: Effect.Effect<void, StorageUnavailable>
  } => ({ demand: Effect.void })
}) {}
