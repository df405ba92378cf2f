import { Database, type SQLQueryBindings, type Statement as Prepared } from "bun:sqlite"

const BUSY_TIMEOUT_MS = 2000
/** Number of statements that a connection keeps prepared, some tens of kilobytes each. */
const mostPrepared = 200

/** Size of the bound values, in characters or bytes, from which a statement is not kept prepared. */
const mostBound = 16 * 1024

/** A connection that caches its prepared statements. */
export interface SqliteFile {
  readonly db: Database
  readonly statement: (sql: string) => Prepared
  /**
   * Must be called after each use of a statement. Bound values stay in memory until new ones are bound, which is
   * megabytes for each statement that got many rows as one text, so such a statement is finalized.
   */
  readonly done: (sql: string, params: ReadonlyArray<unknown>) => void
  readonly close: () => void
}

/** Prepares a statement. Throws if the text has several: Bun would prepare the first and drop the rest. */
const prepare = (db: Database, sql: string): Prepared => {
  const text = `${sql.replace(/[;\s]+$/, "")}\n;`
  const statement = db.prepare(text)
  if (String(statement).split(";").length === text.split(";").length) return statement
  statement.finalize()
  throw new Error("one statement at a time")
}

/**
 * Returns the values to bind. Throws for values that Bun would corrupt: it binds NaN as null, and only the last 64 bits
 * of a big integer.
 */
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
 * Opens a database file. If pragmas are given it is writable, and created if it does not exist. Throws if SQLite fails.
 *
 * @param kept number of statements that stay prepared
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

/** A statement and the form of its result: rows as objects, rows as arrays of values, or the number of changes. */
export interface Query {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  readonly form: "all" | "values" | "run"
  readonly safeIntegers: boolean
}

/** Returns a query without parameters. */
export const plain = (sql: string): Query => ({ sql, params: [], form: "values", safeIntegers: false })

/** Runs a statement to its end. Throws if SQLite fails. */
export const perform = ({ done, statement }: SqliteFile, { form, params, safeIntegers, sql }: Query): unknown => {
  try {
    return statement(sql).safeIntegers(safeIntegers)[form](bindable(params))
  } finally {
    done(sql, params)
  }
}

/**
 * Returns a function that tells whether SQLite calls a statement read-only and it has columns. BEGIN and ATTACH have
 * none; PRAGMA is excluded because it concerns its own connection.
 */
export const reads = ({ statement }: SqliteFile): ((sql: string) => boolean) => {
  // Cached as long as the statement is, because Bun computes its column names on each access.
  const known = new WeakMap<Prepared, boolean>()
  return (sql) => {
    try {
      const prepared = statement(sql)
      const before = known.get(prepared)
      if (before !== undefined) return before
      const is = prepared.readonly && prepared.columnNames.length > 0 && !/^\s*PRAGMA/i.test(sql)
      known.set(prepared, is)
      return is
    } catch {
      // The table may have been created by a transaction that this connection cannot see yet.
      return false
    }
  }
}

/** Returns the number of pages of the log. Throws if SQLite fails. */
export const pagesOfLog = ({ statement }: SqliteFile): number =>
  (statement("PRAGMA wal_checkpoint(NOOP)").get() as { readonly log: number }).log

/** An error of SQLite in the form in which threads send it. */
export interface Fault {
  readonly message: string
  readonly code: string | null
}

export const faultOf = (cause: unknown): Fault => ({
  message: cause instanceof Error ? cause.message : "SQLite failed",
  code: cause instanceof Error && "code" in cause ? String(cause.code) : null
})
