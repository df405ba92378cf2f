import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { type Fault, faultOf, open, perform, type Query, type SqliteFile } from "./SqliteFile.ts"

interface Transaction {
  readonly id: number
  /** The transaction has begun. */
  readonly begun: boolean
}

/** Requests to a writing connection. */
export interface WriterWork {
  readonly things: { readonly place: { readonly path: string; readonly pragmas: ReadonlyArray<string> } }
  readonly request:
    /** Closes the file. */
    | { readonly kind: "Close" }
    /** A statement outside any transaction. */
    | { readonly kind: "Alone"; readonly query: Query }
    | { readonly kind: "Within"; readonly transaction: Transaction; readonly query: Query }
    /**
     * A transaction of its own: runs `script` if `condition` selects a row; otherwise does nothing and the result is
     * false.
     */
    | { readonly kind: "Script"; readonly condition: Query; readonly script: ReadonlyArray<Query> }
    /** Copies the log into the database, as far as readers allow, while others write. */
    | { readonly kind: "CopyLog" }
    /** Copies the rest, and begins the log again unless a reader still needs it. Nobody else may be writing. */
    | { readonly kind: "RestartLog" }
  readonly answer: { readonly result: unknown; readonly inTransaction: boolean }
  readonly failure: Fault
}

const rollBack = ({ db }: SqliteFile): void => void (db.inTransaction && db.run("ROLLBACK"))

const performAlone = (file: SqliteFile, query: Query): unknown => {
  rollBack(file)
  const result = perform(file, query)
  if (!file.db.inTransaction) return result
  rollBack(file)
  throw new Error("transactions are begun by withTransaction")
}

const performScript = (file: SqliteFile, condition: Query, script: ReadonlyArray<Query>): boolean => {
  rollBack(file)
  file.db.run("BEGIN IMMEDIATE")
  try {
    const holds = (perform(file, condition) as ReadonlyArray<unknown>).length > 0
    if (holds) for (const query of script) perform(file, query)
    file.db.run(holds ? "COMMIT" : "ROLLBACK")
    return holds
  } catch (cause) {
    rollBack(file)
    throw cause
  }
}

/**
 * The first write after a restart of the log syncs its new header to the disk, even if `synchronous` is NORMAL
 * (sqlite3WalFrames in https://sqlite.org/src/file/src/wal.c). It is made here, so that no other connection has to wait
 * for the disk.
 */
const restartLog = ({ db }: SqliteFile): void => {
  const { timeout } = db.query("PRAGMA busy_timeout").get() as { readonly timeout: number }
  db.run("PRAGMA busy_timeout = 0")
  try {
    const { busy } = db.query("PRAGMA wal_checkpoint(RESTART)").get() as { readonly busy: number }
    if (busy === 0) db.run("PRAGMA user_version = 0")
  } finally {
    db.run(`PRAGMA busy_timeout = ${timeout}`)
  }
}

export const make = (): Run<WriterWork> => {
  let file: SqliteFile | null = null
  let current: number | null = null

  /**
   * Runs a statement of a transaction. Another thread may have begun the transaction and died, or SQLite may have
   * rolled it back (full disk).
   */
  const performIn = (file: SqliteFile, query: Query, { begun, id }: Transaction) => {
    if (id !== current) rollBack(file)
    current = id
    if (query.sql === "ROLLBACK" && !file.db.inTransaction) return []
    if (begun && !file.db.inTransaction) throw new Error("the transaction has been rolled back")
    return perform(file, query)
  }

  const resultOf = (file: SqliteFile, request: Exclude<WriterWork["request"], { readonly kind: "Close" }>): unknown => {
    switch (request.kind) {
      case "Alone":
        return performAlone(file, request.query)
      case "Within":
        return performIn(file, request.query, request.transaction)
      case "Script":
        return performScript(file, request.condition, request.script)
      case "CopyLog":
        return file.db.query("PRAGMA wal_checkpoint(PASSIVE)").get()
      case "RestartLog":
        return restartLog(file)
    }
  }

  return (request, { place }) => {
    try {
      if (request.kind === "Close") {
        file?.close()
        file = null
        return { answer: { result: null, inTransaction: false } }
      }
      file ??= open(place.path, place.pragmas)
      const result = resultOf(file, request)
      return { answer: { result, inTransaction: file.db.inTransaction } }
    } catch (cause) {
      return { failure: faultOf(cause) }
    }
  }
}
