import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { type Fault, faultOf, open, perform, type Query, type SqliteFile } from "./SqliteFile.ts"

/** Statements for the one connection that writes, which has a thread to itself. */
export interface WriterWork {
  readonly things: { readonly place: { readonly path: string; readonly pragmas: ReadonlyArray<string> } }
  readonly request: {
    /** Null closes the file. */
    readonly query: Query | null
    /** The transaction that the statement belongs to, and whether it has begun; null: it stands for itself. */
    readonly transaction: { readonly id: number; readonly begun: boolean } | null
  }
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

export const make = (): Run<WriterWork> => {
  let file: SqliteFile | null = null
  let current: number | null = null

  /** Another thread may have begun the transaction and died, or SQLite has rolled it back (full disk). */
  const performIn = (
    file: SqliteFile,
    query: Query,
    { begun, id }: NonNullable<WriterWork["request"]["transaction"]>
  ) => {
    if (id !== current) rollBack(file)
    current = id
    if (query.sql === "ROLLBACK" && !file.db.inTransaction) return []
    if (begun && !file.db.inTransaction) throw new Error("the transaction has been rolled back")
    return perform(file, query)
  }

  return ({ query, transaction }, { place }) => {
    try {
      if (query === null) {
        file?.close()
        file = null
        return { answer: { result: null, inTransaction: false } }
      }
      file ??= open(place.path, place.pragmas)
      const result = transaction === null ? performAlone(file, query) : performIn(file, query, transaction)
      return { answer: { result, inTransaction: file.db.inTransaction } }
    } catch (cause) {
      return { failure: faultOf(cause) }
    }
  }
}
