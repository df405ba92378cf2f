import * as Context from "effect/Context"
import type { Read } from "./Stored.ts"

/** The clock that all processes on one storage share. */
export class StorageTime extends Context.Tag("ports/StorageTime")<
  StorageTime,
  {
    /** What it shows now, in milliseconds since 1970. */
    readonly read: Read<number>
  }
>() {}
