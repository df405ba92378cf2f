import { threadId } from "node:worker_threads"
import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidField, LimitExceeded } from "../domain/Errors.ts"
import type { InvalidFilter } from "../domain/products/Filter.ts"
import { lowerPriority } from "../runtime/LowerPriority.ts"
import { serve } from "../runtime/ThreadJobs.ts"
import { answerEdit, type EditRequest } from "./edits/changes/EditAnswer.ts"
import * as Layers from "./edits/overlay/Layers.ts"
import * as Overlay from "./query/Overlay.ts"
import { answer, packed, type QueryAnswer, type QueryRequest } from "./query/QueryAnswer.ts"
import type { SharedView } from "./query/View.ts"
import * as ViewText from "./query/ViewText.ts"
import { open, type ProductTable } from "./table/ProductTable.ts"

/** The messages of a worker thread that answers requests about tables in shared memory. */
export interface TableWork {
  /**
   * The container of the table, and, as UTF-8 JSON, the view of its project and the edits that apply for the caller.
   */
  readonly things: { readonly container: Uint8Array; readonly shared: Uint8Array } & Layers.Texts
  /**
   * The request, the shared data version that the table's file was imported with, and the most bytes of JSON in a page.
   */
  readonly request: {
    readonly asked: QueryRequest | EditRequest
    readonly importedWith: number
    readonly most: number
  }
  /** `keptBytes` are the bytes that this thread keeps for the table in addition to its container. */
  readonly answer: QueryAnswer & { readonly keptBytes: number; readonly thread: number }
  readonly failure: InvalidFilter | InvalidField | AnswerTooLarge | LimitExceeded
}

/** Caches the open table of each container until the container is garbage-collected. */
const tables = new WeakMap<Uint8Array, ProductTable>()

const tableOf = (container: Uint8Array): ProductTable =>
  tables.getOrInsertComputed(container, () => open(container, { checked: true }))

/** Caches the parsed view of each text until the text is garbage-collected. */
const views = new WeakMap<Uint8Array, SharedView>()

const viewOf = (text: Uint8Array): SharedView =>
  views.getOrInsertComputed(text, () => ViewText.read(Buffer.from(text).toString()).shared)

const isQuery = (asked: QueryRequest | EditRequest): asked is QueryRequest =>
  asked.kind === "Rows" || asked.kind === "Fields" || asked.kind === "Check"

lowerPriority()
serve<TableWork>(({ asked, importedWith, most }, { container, shared, ...texts }) => {
  const table = tableOf(container)
  const view = { shared: viewOf(shared), importedWith, overlay: Overlay.empty }
  const told = (answer: QueryAnswer) => ({
    answer: { ...answer, keptBytes: table.extra.bytes, thread: threadId },
    transfer: [answer.bytes.buffer]
  })
  if (!isQuery(asked)) {
    return Either.match(answerEdit(table, view, texts, asked, most), {
      onLeft: (failure) => ({ failure }),
      onRight: (bytes) => told({ bytes, encoding: null })
    })
  }
  const seen = Layers.seen(table, view, texts)
  return Either.match(answer(seen.table, seen.view, asked, most), {
    onLeft: (failure) => ({ failure }),
    onRight: (bytes) => told(packed(bytes, asked.kind === "Check" ? null : asked.encoding))
  })
})
