import process from "node:process"
import { mostFew, withFew } from "../sql/RowStream.ts"
import { type Query, perform, type SqliteFile } from "./SqliteFile.ts"

/** A read that takes longer is no quick one: nobody else is served meanwhile. In milliseconds. */
const longestMillis = 2
/** It may be so by chance, where the machine has others to serve: so often within so many milliseconds it is not. */
const chances = 3
const chanceMillis = 1000
/** Nor is one that takes so long even once: the disk is slow. */
const longestOnce = 20
/** How long it is asked of a thread from then on, in milliseconds. */
const restMillis = 10_000
/** What this thread itself has worked for so long is long by what there is to read, which stays; in milliseconds, two ticks of a kernel. */
const longestWork = 8
const restOfWork = 600_000
/** Statements that are remembered as slow. */
const mostSlow = 1000

/** Milliseconds that the calling thread has worked. */
const ofThread = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** Reads on the calling thread, which it keeps from all else: of those that have not shown that they are slow. */
export const make = (file: SqliteFile, now: () => number = () => performance.now(), worked = ofThread) => {
  /** Statements that are slow, and until when they count as such. */
  const slow = new Map<string, number>()
  /** When those that may be took long. */
  const taken = new Map<string, ReadonlyArray<number>>()

  const tookLong = (sql: string, millis: number, work: number): void => {
    const at = now()
    const isLong = work >= longestWork
    const times = [...(taken.get(sql) ?? []), at].filter((time) => at - time < chanceMillis)
    for (const one of [slow, taken]) if (one.size >= mostSlow) one.clear()
    if (isLong || times.length >= chances || millis > longestOnce) {
      slow.set(sql, at + (isLong ? restOfWork : restMillis))
      taken.delete(sql)
    } else taken.set(sql, times)
  }

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

  const isQuick = (sql: string): boolean => {
    const until = slow.get(sql)
    if (until !== undefined && until <= now()) slow.delete(sql)
    return !slow.has(sql) && isRead(sql)
  }

  /** Runs a read to its end. Throws. */
  const read = (query: Query): unknown => {
    const began = now()
    const before = worked()
    try {
      return perform(file, query)
    } finally {
      const millis = now() - began
      if (millis > longestMillis) tookLong(query.sql, millis, worked() - before)
    }
  }

  /** All rows of a read where they are few and quick to get; null: a thread should read them. Throws. */
  const few = (sql: string, params: ReadonlyArray<unknown>): ReadonlyArray<object> | null => {
    const first = withFew(sql)
    if (first === null || !isQuick(first)) return null
    const rows = read({ sql: first, params, form: "all", safeIntegers: false }) as ReadonlyArray<object>
    return rows.length > mostFew ? null : rows
  }

  return { isRead, isQuick, read, few }
}
