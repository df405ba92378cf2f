import { Database, type SQLQueryBindings, type Statement as Prepared } from "bun:sqlite"

const BUSY_TIMEOUT_MS = 2000
/** Statements that a connection keeps prepared, of some tens of kilobytes each. */
const mostPrepared = 200

/** Letters or bytes of what is bound to a statement, as of which it is not kept for the next time. */
const mostBound = 16 * 1024

/** A connection whose statements are prepared once. */
export interface SqliteFile {
  readonly db: Database
  readonly statement: (sql: string) => Prepared
  /**
   * Has been done with a statement for now. What is bound to one stays until it is bound anew: of many rows that were
   * sent as one text this is megabytes for each such statement, so that one is given up.
   */
  readonly done: (sql: string, params: ReadonlyArray<unknown>) => void
  readonly close: () => void
}

/** Bun would prepare the first of several statements and drop the rest. */
const prepare = (db: Database, sql: string): Prepared => {
  const text = `${sql.replace(/[;\s]+$/, "")}\n;`
  const statement = db.prepare(text)
  if (String(statement).split(";").length === text.split(";").length) return statement
  statement.finalize()
  throw new Error("one statement at a time")
}

/** The values of a statement. Throws where Bun would bind NaN as null, and of a big integer the last 64 bits. */
export const bindable = (params: ReadonlyArray<unknown>): Array<SQLQueryBindings> =>
  params.map((value) => {
    if (Number.isNaN(value)) throw new RangeError("NaN is no value")
    if (typeof value === "bigint" && value !== BigInt.asIntN(64, value)) throw new RangeError("more than 64 bits")
    return value as SQLQueryBindings
  })

const boundBy = (params: ReadonlyArray<unknown>): number =>
  params.reduce<number>(
    (sum, one) => sum + (typeof one === "string" ? one.length : one instanceof Uint8Array ? one.byteLength : 0),
    0
  )

/**
 * Opens a file. With pragmas it may be written, and is made where it is not there. Throws.
 *
 * @param kept how many of its statements stay prepared
 */
export const open = (path: string, pragmas: ReadonlyArray<string> | null, kept = mostPrepared): SqliteFile => {
  const db = new Database(path, pragmas === null ? { readonly: true } : { create: true, readwrite: true })
  try {
    for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT_MS}`, ...(pragmas ?? [])]) db.run(`PRAGMA ${pragma}`)
  } catch (cause) {
    db.close()
    throw cause
  }
  const prepared = new Map<string, Prepared>()
  const statement = (sql: string): Prepared => {
    const known = prepared.get(sql) ?? prepare(db, sql)
    prepared.delete(sql)
    prepared.set(sql, known)
    for (const [oldest, unused] of prepared) {
      if (prepared.size <= kept) break
      prepared.delete(oldest)
      unused.finalize()
    }
    return known
  }
  const done = (sql: string, params: ReadonlyArray<unknown>): void => {
    if (boundBy(params) < mostBound) return
    prepared.get(sql)?.finalize()
    prepared.delete(sql)
  }
  const close = () => {
    for (const one of prepared.values()) one.finalize()
    db.close()
  }
  return { db, statement, done, close }
}

/** A statement, and the form of what it gives: rows, their values, or what it changed. */
export interface Query {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  readonly form: "all" | "values" | "run"
  readonly safeIntegers: boolean
}

/** A question of our own. */
export const plain = (sql: string): Query => ({ sql, params: [], form: "values", safeIntegers: false })

/** Runs a statement to its end. Throws. */
export const perform = ({ done, statement }: SqliteFile, { form, params, safeIntegers, sql }: Query): unknown => {
  try {
    return statement(sql).safeIntegers(safeIntegers)[form](bindable(params))
  } finally {
    done(sql, params)
  }
}

/** What SQLite has thrown, as threads tell it. */
export interface Fault {
  readonly message: string
  readonly code: string | null
}

export const faultOf = (cause: unknown): Fault => ({
  message: cause instanceof Error ? cause.message : "SQLite failed",
  code: cause instanceof Error && "code" in cause ? String(cause.code) : null
})
