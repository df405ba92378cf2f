import * as Context from "effect/Context"
import type { Read } from "./Stored.ts"

/** Checks whether the storage answers. */
export class StorageHealth extends Context.Tag("ports/StorageHealth")<
  StorageHealth,
  { readonly check: Read<void> }
>() {}
