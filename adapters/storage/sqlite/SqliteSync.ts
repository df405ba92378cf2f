import { closeSync, fdatasyncSync, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"
import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { type Fault, faultOf } from "./SqliteFile.ts"

/** Syncs the committed log of a database to the disk. The log file keeps its path as long as the database is open. */
export interface SyncWork {
  readonly things: { readonly place: { readonly path: string } }
  readonly request: { readonly kind: "Sync" | "Close" }
  readonly answer: null
  readonly failure: Fault
}

/**
 * Opens a file to be synced. A failure is thrown without the system's code, because the disk has not been asked yet.
 */
const opened = (path: string): number => {
  try {
    return openSync(path, "r")
  } catch (cause) {
    throw new Error(`${path} cannot be opened: ${String(cause)}`, { cause })
  }
}

/** Syncs the directory entry of a file to the disk. */
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
