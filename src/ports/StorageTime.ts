import * as Context from "effect/Context"
import type { Read } from "./Stored.ts"

/** The clock shared by all processes that use the same storage. */
export class StorageTime extends Context.Tag("ports/StorageTime")<
  StorageTime,
  {
    /** The current time, in milliseconds since 1970. */
    readonly read: Read<number>
  }
>() {}
