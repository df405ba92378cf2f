import { Either } from "effect"
import { giveWay } from "../domain/EventLoop.ts"
import type { ProductTable } from "./ProductTable.ts"
import { open } from "./ProductTable.ts"
import { answer, type QueryAnswer, type QueryRequest } from "./QueryAnswer.ts"
import type { SharedView, View } from "./View.ts"

/** What the pool tells a thread. Tables and what projects share are told once and then named by number. */
export type ToWorker =
  | { readonly kind: "Table"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: "View"; readonly id: number; readonly shared: SharedView }
  | { readonly kind: "Forget"; readonly tables: ReadonlyArray<number>; readonly views: ReadonlyArray<number> }
  | {
      readonly kind: "Query"
      readonly table: number
      readonly shared: number
      readonly rest: Omit<View, "shared">
      readonly request: QueryRequest
    }

/** The answer to the one query that a thread has at a time; `extra`: what its table holds now beyond the container. */
export type FromWorker =
  | { readonly kind: "Answer"; readonly answer: QueryAnswer; readonly extra: number }
  | { readonly kind: "Invalid"; readonly index: number; readonly reason: string }
  | { readonly kind: "Failed"; readonly reason: string }

const tables = new Map<number, ProductTable>()
const views = new Map<number, SharedView>()

const run = (table: ProductTable, view: View, request: QueryRequest): FromWorker =>
  Either.match(answer(table, view, request), {
    onLeft: ({ index, reason }): FromWorker => ({ kind: "Invalid", index, reason }),
    onRight: (answer): FromWorker => ({ kind: "Answer", answer, extra: table.extra.bytes })
  })

const attempt = (table: ProductTable, view: View, request: QueryRequest): FromWorker => {
  try {
    return run(table, view, request)
  } catch (error) {
    return { kind: "Failed", reason: error instanceof Error ? error.message : String(error) }
  }
}

declare const self: Worker

giveWay()

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "Table":
      tables.set(data.id, open(data.bytes, { checked: true }))
      return
    case "View":
      views.set(data.id, data.shared)
      return
    case "Forget":
      for (const id of data.tables) tables.delete(id)
      for (const id of data.views) views.delete(id)
      return
    case "Query": {
      const view = { shared: views.get(data.shared)!, ...data.rest }
      const reply = attempt(tables.get(data.table)!, view, data.request)
      self.postMessage(reply, reply.kind === "Answer" ? [reply.answer.bytes.buffer] : [])
    }
  }
})
