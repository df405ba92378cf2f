import { Either, Schema } from "effect"
import { InvalidFilter } from "../domain/Filter.ts"
import type { ProductTable } from "./ProductTable.ts"
import { answer, type QueryAnswer, type QueryRequest } from "./QueryAnswer.ts"
import type { FromWorker, ToWorker } from "./QueryWorker.ts"
import type { View } from "./View.ts"

/** The thread of a query died, ran out of its time, or broke down; another one has taken its place. */
export class QueryFailed extends Schema.TaggedError<QueryFailed>()("QueryFailed", { reason: Schema.String }) {}

export type QueryOutcome = Either.Either<QueryAnswer, InvalidFilter | QueryFailed>

export interface QueryPool {
  /** The answer: at once on the calling thread where little is asked, else on another one. */
  readonly query: (table: ProductTable, view: View, request: QueryRequest) => Promise<QueryOutcome>
  /** Bytes that the threads keep for a table beside its container, as far as they have told. */
  readonly bytesFor: (table: ProductTable) => number
  /** A table is no longer asked for: threads let go of it. */
  readonly forget: (table: ProductTable) => void
  /** Ends the threads; queries under way and later ones fail. */
  readonly close: () => void
}

export interface PoolOptions {
  /** At most; the first starts at once, so that the first question does not wait for it, others when needed. */
  readonly threads: number
  /** A query that takes longer fails, its thread is replaced. */
  readonly budgetMs: number
  /** What the threads run; a test gives another one. */
  readonly script?: URL
}

const mostInlineBytes = 1_000_000
const mostInlineRows = 100_000
const mostInlineProperties = 1000
const bytesOfCell = 80
/** Views that a thread remembers. */
const mostViews = 16

/** Whether so little is asked that handing it to a thread costs more than it saves. */
export const isSmall = (table: ProductTable, { shared }: View, request: QueryRequest): boolean => {
  if (table.count >= mostInlineRows || table.properties.length + shared.definitions.length >= mostInlineProperties)
    return false
  if (request.kind !== "Rows") return true
  const { all, fields, pageSize } = request
  const rows = Math.min(table.count, all === true ? mostInlineRows : pageSize)
  const columns = fields === null || fields.length === 0 ? 6 : fields.length
  return rows * columns * bytesOfCell < mostInlineBytes
}

interface Job {
  readonly table: ProductTable
  readonly view: View
  readonly request: QueryRequest
  readonly settle: (outcome: QueryOutcome) => void
}

interface Thread {
  readonly worker: Worker
  /** Bytes kept for each beside its container. */
  readonly tables: Map<number, number>
  /** Least recently used first. */
  readonly views: Set<number>
  job: Job | null
  timer: ReturnType<typeof setTimeout> | null
}

const failed = (reason: string): QueryOutcome => Either.left(new QueryFailed({ reason }))

/** Threads that answer what is asked of tables in shared memory; tables elsewhere are asked on the calling thread. */
export const make = ({ threads: most, budgetMs, script }: PoolOptions): QueryPool => {
  const url = script ?? new URL("./QueryWorker.ts", import.meta.url)
  const threads = new Set<Thread>()
  const waiting: Array<Job> = []
  const numbers = new WeakMap<object, number>()
  let next = 0
  const state = { closed: false }
  const numberOf = (thing: object): number => {
    const known = numbers.get(thing) ?? next++
    numbers.set(thing, known)
    return known
  }

  const tell = (thread: Thread, message: ToWorker): void => thread.worker.postMessage(message, [])

  const start = (): Thread => {
    const worker = new Worker(url)
    const thread: Thread = { worker, tables: new Map(), views: new Set(), job: null, timer: null }
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      const table = numberOf(thread.job!.table)
      if (data.kind === "Answer" && thread.tables.has(table)) thread.tables.set(table, data.extra)
      finish(thread, outcomeOf(data))
    })
    worker.addEventListener("error", ({ message }) => bury(thread, message))
    worker.addEventListener("close", () => bury(thread, "the thread ended"))
    threads.add(thread)
    return thread
  }

  const finish = (thread: Thread, outcome: QueryOutcome): void => {
    if (thread.timer !== null) clearTimeout(thread.timer)
    const { job } = thread
    thread.timer = null
    thread.job = null
    job?.settle(outcome)
    serve()
  }

  const bury = (thread: Thread, reason: string): void => {
    if (!threads.delete(thread)) return
    thread.worker.terminate()
    finish(thread, failed(reason))
  }

  const send = (thread: Thread, job: Job): void => {
    const { shared: known, ...rest } = job.view
    const [table, shared] = [numberOf(job.table), numberOf(known)]
    thread.job = job
    thread.timer = setTimeout(() => bury(thread, `the query took over ${budgetMs} ms`), budgetMs)
    if (!thread.tables.has(table)) tell(thread, { kind: "Table", id: table, bytes: job.table.container })
    thread.tables.set(table, thread.tables.get(table) ?? 0)
    if (!thread.views.delete(shared)) tell(thread, { kind: "View", id: shared, shared: known })
    thread.views.add(shared)
    const [oldest] = thread.views
    if (thread.views.size > mostViews) {
      thread.views.delete(oldest!)
      tell(thread, { kind: "Forget", tables: [], views: [oldest!] })
    }
    tell(thread, { kind: "Query", table, shared, rest, request: job.request })
  }

  const serve = (): void => {
    while (waiting.length > 0 && !state.closed) {
      const idle = [...threads].find(({ job }) => job === null) ?? (threads.size < most ? start() : undefined)
      if (idle === undefined) return
      send(idle, waiting.shift()!)
    }
  }

  if (most > 0) start()
  return {
    query: async (table, view, request) => {
      if (state.closed) return failed("the pool is closed")
      if (isSmall(table, view, request) || !(table.container.buffer instanceof SharedArrayBuffer)) {
        return answer(table, view, request)
      }
      return new Promise((settle) => {
        waiting.push({ table, view, request, settle })
        serve()
      })
    },
    bytesFor: (table) => {
      const id = numbers.get(table) ?? -1
      return threads.values().reduce((sum, { tables }) => sum + (tables.get(id) ?? 0), 0)
    },
    forget: (table) => {
      const id = numbers.get(table)
      if (id === undefined) return
      for (const thread of threads) {
        if (thread.tables.delete(id)) tell(thread, { kind: "Forget", tables: [id], views: [] })
      }
    },
    close: () => {
      state.closed = true
      for (const thread of threads) bury(thread, "the pool is closed")
      for (const job of waiting.splice(0)) job.settle(failed("the pool is closed"))
    }
  }
}

const outcomeOf = (data: FromWorker): QueryOutcome => {
  switch (data.kind) {
    case "Answer":
      return Either.right(data.answer)
    case "Invalid":
      return Either.left(new InvalidFilter({ index: data.index, reason: data.reason }))
    default:
      return failed(data.reason)
  }
}
