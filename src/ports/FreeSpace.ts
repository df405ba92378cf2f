import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"

/** Disk space for incoming data. By default there is always enough. */
export class FreeSpace extends Context.Reference<FreeSpace>()("ports/FreeSpace", {
  defaultValue: (): {
    /** Fails with `StorageUnavailable` while less than the limit is free. Cheap enough for each piece of an upload. */
    readonly demand: Effect.Effect<void, StorageUnavailable>
    /** Free bytes; infinite if they are unknown. */
    readonly bytes?: Effect.Effect<number>
  } => ({ demand: Effect.void })
}) {}
