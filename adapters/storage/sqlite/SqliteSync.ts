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

/** The log, whose entry in its folder is on the disk too. */
const openLog = (path: string): number => {
  const folder = openSync(dirname(path), "r")
  try {
    const log = openSync(`${path}-wal`, "r")
    fsyncSync(folder)
    return log
  } finally {
    closeSync(folder)
  }
}

export const make = (): Run<SyncWork> => {
  let log: number | null = null
  return ({ kind }, { place }) => {
    try {
      if (kind === "Sync") fdatasyncSync((log ??= openLog(place.path)))
      else if (log !== null) closeSync(log)
      if (kind === "Close") log = null
      return { answer: null }
    } catch (cause) {
      return { failure: faultOf(cause) }
    }
  }
}
