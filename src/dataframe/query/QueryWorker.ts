import { threadId } from "node:worker_threads"
import { Either } from "effect"
import { giveWay } from "../../runtime/GiveWay.ts"
import type { InvalidFilter } from "../../domain/Filter.ts"
import { serve } from "../../runtime/ThreadJobs.ts"
import { open, type ProductTable } from "../table/ProductTable.ts"
import { answer, type QueryAnswer, type QueryRequest } from "./QueryAnswer.ts"
import type { SharedView, View } from "./View.ts"

/** Queries of tables in shared memory. */
export interface QueryWork {
  /** The container of the table, and what its project adds. */
  readonly things: { readonly container: Uint8Array; readonly shared: SharedView }
  /** What is asked, and the rest of the view that it is asked of. */
  readonly request: { readonly asked: QueryRequest; readonly rest: Omit<View, "shared"> }
  /** With what this thread keeps for the table beside its container. */
  readonly answer: QueryAnswer & { readonly keptBytes: number; readonly thread: number }
  readonly failure: InvalidFilter
}

/** Goes with the container, when that is forgotten. */
const tables = new WeakMap<Uint8Array, ProductTable>()

const tableOf = (container: Uint8Array): ProductTable => {
  const table = tables.get(container) ?? open(container, { checked: true })
  tables.set(container, table)
  return table
}

giveWay()
serve<QueryWork>(({ asked, rest }, { container, shared }) => {
  const table = tableOf(container)
  return Either.match(answer(table, { shared, ...rest }, asked), {
    onLeft: (failure) => ({ failure }),
    onRight: (answer) => ({
      answer: { ...answer, keptBytes: table.extra.bytes, thread: threadId },
      transfer: [answer.bytes.buffer]
    })
  })
})
