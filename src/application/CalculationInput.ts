import { type Context, Effect, Stream } from "effect"
import type { Filters } from "../domain/Filter.ts"
import type { ModelId, OperationId, ProjectId } from "../domain/Identifier.ts"
import * as ViewText from "../dataframe/query/ViewText.ts"
import type { BlobStore } from "../ports/BlobStore.ts"
import { calculationInput } from "./BlobKeys.ts"
import type { SeenTable } from "./QueryThreads.ts"

type Blobs = Context.Tag.Service<BlobStore>

/** Lines: the filters of a calculation, the view that it works on, what lies over the table; made piece by piece. */
function* lines(filters: Filters, { texts, view }: Omit<SeenTable, "table">): Generator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(filters)}\n`)
  for (const piece of ViewText.pieces(view)) yield Buffer.from(piece)
  for (const text of [texts.published, texts.personal]) {
    yield Buffer.from("\n")
    yield text
  }
}

/** Keeps what a calculation works on under the key and gives its bytes. Others are served while it is written. */
export const keep = (blobs: Blobs, key: string, filters: Filters, seen: Omit<SeenTable, "table">) =>
  blobs.put(key, Stream.fromIteratorSucceed(lines(filters, seen), 1))

/** What an operation that has ended worked on is needed no more; what cannot be removed now is collected. */
export const forget = (
  blobs: Blobs,
  operation: { readonly projectId: ProjectId; readonly modelId: ModelId; readonly operationId: OperationId }
) => Effect.ignoreLogged(blobs.remove(calculationInput(operation.projectId, operation.modelId, operation.operationId)))
