import { type Context, Effect, Stream } from "effect"
import type { Filters } from "../domain/Filter.ts"
import type { ModelId, OperationId, ProjectId } from "../domain/Identifier.ts"
import * as ViewText from "../dataframe/query/ViewText.ts"
import type { View } from "../dataframe/query/View.ts"
import type { BlobStore } from "../ports/BlobStore.ts"
import { calculationInput } from "./BlobKeys.ts"
import type { SeenTable } from "./QueryThreads.ts"

type Blobs = Context.Tag.Service<BlobStore>

/** Lines: what stands before, the view, what lies over its table; made piece by piece. */
function* lines(head: string, view: Omit<View, "overlay">, texts: ReadonlyArray<Uint8Array>): Generator<Uint8Array> {
  yield Buffer.from(head)
  for (const piece of ViewText.pieces(view)) yield Buffer.from(piece)
  for (const text of texts) {
    yield Buffer.from("\n")
    yield text
  }
}

/** Keeps what a calculation works on under the key and gives its bytes. Others are served while it is written. */
export const keep = (blobs: Blobs, key: string, filters: Filters, { texts, view }: Omit<SeenTable, "table">) => {
  const { personal, published } = texts
  const pieces = lines(`${JSON.stringify(filters)}\n`, view, [published, personal])
  return blobs.put(key, Stream.fromIteratorSucceed(pieces, 1))
}

/** The same of a view alone, with what has been published over its table. */
export const keepView = (blobs: Blobs, key: string, view: Omit<View, "overlay">, published: Uint8Array) =>
  blobs.put(key, Stream.fromIteratorSucceed(lines("", view, [published]), 1))

/** What an operation that has ended worked on is needed no more; what cannot be removed now is collected. */
export const forget = (
  blobs: Blobs,
  operation: { readonly projectId: ProjectId; readonly modelId: ModelId; readonly operationId: OperationId }
) => Effect.ignoreLogged(blobs.remove(calculationInput(operation.projectId, operation.modelId, operation.operationId)))
