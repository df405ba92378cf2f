import { Either } from "effect"
import { giveWay } from "../domain/EventLoop.ts"
import type { ProductTable } from "./ProductTable.ts"
import { open } from "./ProductTable.ts"
import { answer, type QueryAnswer, type QueryRequest } from "./QueryAnswer.ts"
import type { View } from "./View.ts"

/** What the pool tells a thread. Tables and views are told once and then named by number. */
export type ToWorker =
  | { readonly kind: "Table"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: "View"; readonly id: number; readonly view: View }
  | { readonly kind: "Forget"; readonly tables: ReadonlyArray<number>; readonly views: ReadonlyArray<number> }
  | { readonly kind: "Query"; readonly table: number; readonly view: number; readonly request: QueryRequest }

/** The answer to the one query that a thread has at a time. */
export type FromWorker =
  | { readonly kind: "Answer"; readonly answer: QueryAnswer }
  | { readonly kind: "Invalid"; readonly index: number; readonly reason: string }
  | { readonly kind: "Failed"; readonly reason: string }

const tables = new Map<number, ProductTable>()
const views = new Map<number, View>()

const run = (table: number, view: number, request: QueryRequest): FromWorker =>
  Either.match(answer(tables.get(table)!, views.get(view)!, request), {
    onLeft: ({ index, reason }): FromWorker => ({ kind: "Invalid", index, reason }),
    onRight: (answer): FromWorker => ({ kind: "Answer", answer })
  })

const attempt = (table: number, view: number, request: QueryRequest): FromWorker => {
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
      views.set(data.id, data.view)
      return
    case "Forget":
      for (const id of data.tables) tables.delete(id)
      for (const id of data.views) views.delete(id)
      return
    case "Query": {
      const reply = attempt(data.table, data.view, data.request)
      self.postMessage(reply, reply.kind === "Answer" ? [reply.answer.bytes.buffer] : [])
    }
  }
})
