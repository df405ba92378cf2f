import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { type Fault, faultOf, open, perform, type Query, type SqliteFile } from "./SqliteFile.ts"

interface Transaction {
  readonly id: number
  /** The statement begins the transaction, unless an earlier one that failed has begun it. */
  readonly begins: boolean
  /** The transaction has begun. */
  readonly begun: boolean
}

/** Requests to the only writing connection, which has its own thread. */
export interface WriterWork {
  readonly things: { readonly place: { readonly path: string; readonly pragmas: ReadonlyArray<string> } }
  readonly request:
    /** Closes the file. */
    | { readonly kind: "Close" }
    /** A statement outside any transaction. */
    | { readonly kind: "Alone"; readonly query: Query }
    /** Statements of a transaction, run one after the other up to the first that fails. */
    | { readonly kind: "Within"; readonly transaction: Transaction; readonly queries: ReadonlyArray<Query> }
    /**
     * A transaction of its own: runs `script` if `condition` selects a row; otherwise does nothing and the result is
     * false.
     */
    | { readonly kind: "Script"; readonly condition: Query; readonly script: ReadonlyArray<Query> }
  /** The result of each statement, or whether a script ran. */
  readonly answer: { readonly results: ReadonlyArray<unknown>; readonly inTransaction: boolean }
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

export const make = (): Run<WriterWork> => {
  let file: SqliteFile | null = null
  let current: number | null = null

  /**
   * Runs a statement of a transaction. Another thread may have begun the transaction and died, or SQLite may have
   * rolled it back (full disk).
   */
  const performIn = (file: SqliteFile, query: Query, { begins, begun, id }: Transaction) => {
    if (id !== current) rollBack(file)
    current = id
    if (query.sql === "ROLLBACK" && !file.db.inTransaction) return []
    if (begins && !file.db.inTransaction) file.db.run("BEGIN IMMEDIATE")
    if (begun && !file.db.inTransaction) throw new Error("the transaction has been rolled back")
    return perform(file, query)
  }

  const resultsOf = (file: SqliteFile, request: Exclude<WriterWork["request"], { readonly kind: "Close" }>) => {
    switch (request.kind) {
      case "Alone":
        return [performAlone(file, request.query)]
      case "Within":
        return request.queries.map((query) => performIn(file, query, request.transaction))
      case "Script":
        return [performScript(file, request.condition, request.script)]
    }
  }

  return (request, { place }) => {
    try {
      if (request.kind === "Close") {
        file?.close()
        file = null
        return { answer: { results: [], inTransaction: false } }
      }
      file ??= open(place.path, place.pragmas)
      const results = resultsOf(file, request)
      return { answer: { results, inTransaction: file.db.inTransaction } }
    } catch (cause) {
      return { failure: faultOf(cause) }
    }
  }
}
