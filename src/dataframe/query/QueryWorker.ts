import { threadId } from "node:worker_threads"
import { Either } from "effect"
import { giveWay } from "../../runtime/GiveWay.ts"
import type { AnswerTooLarge } from "../../domain/Errors.ts"
import type { InvalidFilter } from "../../domain/Filter.ts"
import { serve } from "../../runtime/ThreadJobs.ts"
import { open, type ProductTable } from "../table/ProductTable.ts"
import { answer, packed, type QueryAnswer, type QueryRequest } from "./QueryAnswer.ts"
import type { SharedView, View } from "./View.ts"
import * as ViewText from "./ViewText.ts"

/** Queries of tables in shared memory. */
export interface QueryWork {
  /** The container of the table, and the text of what its project adds. */
  readonly things: { readonly container: Uint8Array; readonly shared: Uint8Array }
  /** What is asked, the rest of the view that it is asked of, and the most bytes of JSON that it may take. */
  readonly request: { readonly asked: QueryRequest; readonly rest: Omit<View, "shared">; readonly most: number }
  /** With what this thread keeps for the table beside its container. */
  readonly answer: QueryAnswer & { readonly keptBytes: number; readonly thread: number }
  readonly failure: InvalidFilter | AnswerTooLarge
}

/** Goes with the container, when that is forgotten. */
const tables = new WeakMap<Uint8Array, ProductTable>()

const tableOf = (container: Uint8Array): ProductTable => {
  const table = tables.get(container) ?? open(container, { checked: true })
  tables.set(container, table)
  return table
}

/** Goes with its text. */
const views = new WeakMap<Uint8Array, SharedView>()

const viewOf = (text: Uint8Array): SharedView => {
  const view = views.get(text) ?? ViewText.read(Buffer.from(text).toString()).shared
  views.set(text, view)
  return view
}

giveWay()
serve<QueryWork>(({ asked, most, rest }, { container, shared }) => {
  const table = tableOf(container)
  return Either.match(answer(table, { shared: viewOf(shared), ...rest }, asked, most), {
    onLeft: (failure) => ({ failure }),
    onRight: (bytes) => {
      const answer = packed(bytes, asked.kind === "Check" ? null : asked.encoding)
      return {
        answer: { ...answer, keptBytes: table.extra.bytes, thread: threadId },
        transfer: [answer.bytes.buffer]
      }
    }
  })
})
