import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"

/** Says whether the storage answers. */
export class StorageHealth extends Context.Tag("ports/StorageHealth")<
  StorageHealth,
  { readonly check: Effect.Effect<void, StorageUnavailable> }
>() {}
