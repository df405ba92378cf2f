import { Effect } from "effect"
import type { ProductTable } from "../dataframe/table/ProductTable.ts"
import { answer, type QueryRequest } from "../dataframe/query/QueryAnswer.ts"
import type { QueryWork } from "../dataframe/query/QueryWorker.ts"
import type { View } from "../dataframe/query/View.ts"
import { Overloaded } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import { Settings } from "../ports/Settings.ts"
import { fn } from "../runtime/Span.ts"
import * as Threads from "../runtime/Threads.ts"

/** A query that takes longer is given up. */
const budgetMs = 10_000

const mostInlineBytes = 1_000_000
const mostInlineRows = 100_000
const mostInlineProperties = 1000
const bytesOfCell = 80

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

/** What is asked of tables: little at once, the rest on threads that share the tables' memory with this one. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  scoped: Effect.gen(function* () {
    const { workers } = yield* Settings
    const threads = yield* Threads.make<QueryWork>({
      script: new URL("../dataframe/query/QueryWorker.ts", import.meta.url),
      threads: workers,
      warm: true,
      budgetMs,
      things: { container: Number.POSITIVE_INFINITY, shared: 16 }
    })

    /** What each thread keeps for a table beside its container, as it told last. */
    const kept = new WeakMap<ProductTable, Map<number, number>>()
    const note = (table: ProductTable, thread: number, bytes: number): void => {
      kept.set(table, (kept.get(table) ?? new Map<number, number>()).set(thread, bytes))
    }

    /** Fails with `InvalidFilter`; with `Overloaded` where too much waits, the thread died or ran out of its ten seconds. */
    const query = fn("QueryThreads.query")(function* (
      user: UserId,
      table: ProductTable,
      view: View,
      request: QueryRequest
    ) {
      const { container } = table
      if (isSmall(table, view, request) || !(container.buffer instanceof SharedArrayBuffer)) {
        return yield* answer(table, view, request)
      }
      const { shared, ...rest } = view
      return yield* threads.run(user, { asked: request, rest }, { things: { container, shared } }).pipe(
        Effect.tap(({ keptBytes, thread }) => Effect.sync(() => note(table, thread, keptBytes))),
        Effect.catchTag("JobFailed", (error) => {
          // A thread is gone, with what it kept; the others tell again with their next answers.
          kept.delete(table)
          const tooLong = new Overloaded({ details: "The query took too long. Try again later, or ask for less." })
          return Effect.zipRight(Effect.logWarning("A query was given up", error.reason), tooLong)
        })
      )
    })

    /** Bytes that the threads keep for a table beside its container, as far as they have told. */
    const bytesFor = (table: ProductTable): number =>
      kept
        .get(table)
        ?.values()
        .reduce((sum, bytes) => sum + bytes, 0) ?? 0

    /** The table has left the cache. */
    const forget = (table: ProductTable): void => {
      kept.delete(table)
      threads.forget(table.container)
    }

    return { query, bytesFor, forget }
  })
}) {}
