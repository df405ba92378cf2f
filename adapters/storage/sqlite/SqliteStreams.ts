import type { Run } from "../../../src/runtime/ThreadJobs.ts"
import { bindable, type Fault, faultOf, open, type SqliteFile } from "./SqliteFile.ts"

/**
 * Long reads, identified by number. Each has its own connection and is read in chunks, so reads and writes do not wait
 * for each other.
 */
export interface StreamWork {
  readonly things: { readonly place: { readonly path: string } }
  readonly request:
    | { readonly kind: "Start"; readonly id: number; readonly sql: string; readonly params: ReadonlyArray<unknown> }
    | { readonly kind: "Next" | "Leave"; readonly id: number }
    | { readonly kind: "Close" }
  readonly answer: RowChunk
  readonly failure: Fault
}

interface RowChunk {
  readonly rows: ReadonlyArray<object>
  readonly isLast: boolean
}

/** Number of rows that are decoded within a millisecond. Other streams take their turn between two chunks. */
const rowsPerChunk = 128
const nothing: RowChunk = { rows: [], isLast: true }

/** Number of idle connections that are kept for the next streams. */
const mostIdle = 4
/**
 * Number of statements that each of them keeps prepared; any connection may get any statement, so all of them prepare
 * the same ones.
 */
const keptStatements = 32

export const make = (): Run<StreamWork> => {
  const idle: Array<SqliteFile> = []
  const running = new Map<
    number,
    { readonly file: SqliteFile; readonly rows: Iterator<object>; readonly done: () => void }
  >()

  const start = (path: string, id: number, sql: string, params: ReadonlyArray<unknown>): void => {
    const file = idle.pop() ?? open(path, null, keptStatements)
    try {
      const rows = file.statement(sql).iterate(bindable(params)) as Iterator<object>
      running.set(id, { file, rows, done: () => file.done(sql, params) })
    } catch (cause) {
      file.close()
      throw cause
    }
  }

  /** Closes a stream. If it was read to its end, its connection is reused. */
  const leave = (id: number, isDrained = false): void => {
    const stream = running.get(id)
    running.delete(id)
    if (stream === undefined) return
    const { done, file } = stream
    if (isDrained && idle.length < mostIdle) {
      done()
      idle.push(file)
    } else file.close()
  }

  const next = (id: number): RowChunk => {
    const stream = running.get(id)
    if (stream === undefined) throw new Error("the stream was cut off")
    const rows: Array<object> = []
    while (rows.length < rowsPerChunk) {
      const row = stream.rows.next()
      if (row.done === true) {
        leave(id, true)
        return { rows, isLast: true }
      }
      rows.push(row.value)
    }
    return { rows, isLast: false }
  }

  const answerOf = (request: StreamWork["request"], path: string): RowChunk => {
    switch (request.kind) {
      case "Start":
        start(path, request.id, request.sql, request.params)
        return next(request.id)
      case "Next":
        return next(request.id)
      case "Leave":
        leave(request.id)
        return nothing
      case "Close":
        for (const id of running.keys()) leave(id)
        for (const file of idle.splice(0)) file.close()
        return nothing
    }
  }

  return (request, { place }) => {
    try {
      return { answer: answerOf(request, place.path) }
    } catch (cause) {
      if ("id" in request) leave(request.id)
      return { failure: faultOf(cause) }
    }
  }
}
