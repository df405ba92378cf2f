import process from "node:process"
import { mostFew, withFew } from "../sql/RowStream.ts"
import { type Query, perform, type SqliteFile } from "./SqliteFile.ts"

/** A read that takes longer than this may be slow: it blocks the event loop. In milliseconds. */
const longestMillis = 2
/**
 * A single long read may be due to a busy machine. After this many within `chanceMillis` milliseconds, the statement is
 * slow.
 */
const chances = 3
const chanceMillis = 1000
/** A statement that takes this long even once counts as slow, because the disk is slow. In milliseconds. */
const longestOnce = 20
/** How long a slow statement is sent to a thread, in milliseconds. */
const restMillis = 10_000
/**
 * CPU time of this thread after which a statement is slow because of the amount of data, which does not change soon. In
 * milliseconds; two ticks of a kernel.
 */
const longestWork = 8
const restOfWork = 600_000
/** The number of statements that are remembered as slow. */
const mostSlow = 1000

/** Returns the CPU time of the calling thread, in milliseconds. */
const ofThread = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/**
 * Creates the runner of reads on the calling thread, which they block. It excludes statements that have proved to be
 * slow.
 */
export const make = (
  file: SqliteFile,
  isRead: (sql: string) => boolean,
  now: () => number = () => performance.now(),
  worked = ofThread
) => {
  /** Slow statements, and the time until which they count as slow. */
  const slow = new Map<string, number>()
  /** The times at which statements that may be slow took long. */
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

  const isQuick = (sql: string): boolean => {
    const until = slow.get(sql)
    if (until !== undefined && until <= now()) slow.delete(sql)
    return !slow.has(sql) && isRead(sql)
  }

  /** Runs a read to its end. Throws if SQLite fails. */
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

  /**
   * Returns all rows of a read if they are few and quick to get, or null if a thread should read them. Throws if SQLite
   * fails.
   */
  const few = (sql: string, params: ReadonlyArray<unknown>): ReadonlyArray<object> | null => {
    const first = withFew(sql)
    if (first === null || !isQuick(first)) return null
    const rows = read({ sql: first, params, form: "all", safeIntegers: false }) as ReadonlyArray<object>
    return rows.length > mostFew ? null : rows
  }

  return { isQuick, read, few }
}
