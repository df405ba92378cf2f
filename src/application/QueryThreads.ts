import { Effect } from "effect"
import type { ProductTable } from "../dataframe/ProductTable.ts"
import type { QueryRequest } from "../dataframe/QueryAnswer.ts"
import * as QueryPool from "../dataframe/QueryPool.ts"
import type { View } from "../dataframe/View.ts"
import { Overloaded } from "../domain/Errors.ts"
import { Settings } from "../ports/Settings.ts"

/** A query that takes longer is given up. */
const budgetMs = 10_000

/** What is asked of tables: little at once, the rest on threads that share the tables' memory with this one. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  scoped: Effect.gen(function* () {
    const { workers } = yield* Settings
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => QueryPool.make({ threads: workers, budgetMs })),
      (open) => Effect.sync(() => open.close())
    )

    /** Fails with `InvalidFilter`; with `Overloaded` where the thread died or ran out of its ten seconds. */
    const query = Effect.fn("QueryThreads.query")(function* (table: ProductTable, view: View, request: QueryRequest) {
      const outcome = yield* Effect.promise(() => pool.query(table, view, request))
      return yield* Effect.catchTag(outcome, "QueryFailed", ({ reason }) =>
        Effect.zipRight(
          Effect.logWarning("A query was given up").pipe(Effect.annotateLogs({ reason })),
          new Overloaded({ details: "The query took too long. Try again later, or ask for less." })
        )
      )
    })

    /** The table has left the cache. */
    const forget = (table: ProductTable): void => pool.forget(table)

    return { query, forget }
  })
}) {
  static readonly layer = this.Default
}
