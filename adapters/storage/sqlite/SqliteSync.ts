import { closeSync, fdatasyncSync, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"
import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { type Fault, faultOf } from "./SqliteFile.ts"

/** Brings to the disk what has been committed to the log of a database, which keeps its place as long as it is open. */
export interface SyncWork {
  readonly things: { readonly place: { readonly path: string } }
  readonly request: { readonly kind: "Sync" | "Close" }
  readonly answer: null
  readonly failure: Fault
}

/** Opens a file to be synced. Where that cannot be had the disk has not been asked yet. */
const opened = (path: string): number => {
  try {
    return openSync(path, "r")
  } catch (cause) {
    throw new Error(`${path} cannot be opened: ${String(cause)}`, { cause })
  }
}

/** Brings the entry of a file in its folder to the disk. */
const syncEntry = (path: string): void => {
  const folder = opened(dirname(path))
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

export const make = (): Run<SyncWork> => {
  let log: number | null = null

  const sync = (path: string): void => {
    if (log === null) syncEntry(path)
    fdatasyncSync((log ??= opened(path)))
  }

  return ({ kind }, { place }) => {
    try {
      if (kind === "Sync") sync(`${place.path}-wal`)
      else if (log !== null) closeSync(log)
      if (kind === "Close") log = null
      return { answer: null }
    } catch (cause) {
      return { failure: faultOf(cause) }
    }
  }
}
