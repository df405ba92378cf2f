import { type Query, perform, type SqliteFile } from "./SqliteFile.ts"

/** A read that takes longer is no quick one: nobody else is served meanwhile. In milliseconds. */
const longestMillis = 2
/** How long it is asked of a thread from then on, in milliseconds. */
const restMillis = 60_000
/** Statements that are remembered as slow. */
const mostSlow = 1000

/** Reads on the calling thread, which it keeps from all else: of those that have not shown that they are slow. */
export const make = (file: SqliteFile, now: () => number = () => performance.now()) => {
  /** Statements that were slow, and until when they count as such. */
  const slow = new Map<string, number>()

  /** What was found out of a statement as long as it is kept: its columns are named anew each time that they are asked for. */
  const known = new WeakMap<ReturnType<SqliteFile["statement"]>, boolean>()

  /** What SQLite itself calls read-only and what gives columns; BEGIN and ATTACH give none, PRAGMA is of its connection. */
  const isRead = (sql: string): boolean => {
    try {
      const statement = file.statement(sql)
      const before = known.get(statement)
      if (before !== undefined) return before
      const is = statement.readonly && statement.columnNames.length > 0 && !/^\s*PRAGMA/i.test(sql)
      known.set(statement, is)
      return is
    } catch {
      // A table that this connection does not know may be in the making.
      return false
    }
  }

  return {
    isRead,
    isQuick: (sql: string): boolean => {
      const until = slow.get(sql)
      if (until !== undefined && until <= now()) slow.delete(sql)
      return !slow.has(sql) && isRead(sql)
    },
    /** Runs a read to its end. Throws. */
    read: (query: Query): unknown => {
      const began = now()
      try {
        return perform(file, query)
      } finally {
        if (now() - began > longestMillis) {
          if (slow.size >= mostSlow) slow.clear()
          slow.set(query.sql, now() + restMillis)
        }
      }
    }
  }
}
