import { type Context, Effect, Stream } from "effect"
import type { Filters } from "../domain/Filter.ts"
import type { ModelId, OperationId, ProjectId } from "../domain/Identifier.ts"
import * as ViewText from "../dataframe/query/ViewText.ts"
import type { View } from "../dataframe/query/View.ts"
import type { BlobStore } from "../ports/BlobStore.ts"
import { calculationInput } from "./BlobKeys.ts"

type Blobs = Context.Tag.Service<BlobStore>

/** The filters of a calculation on a line of their own, then the view that it works on; made piece by piece. */
function* pieces(filters: Filters, view: View): Generator<string> {
  yield `${JSON.stringify(filters)}\n`
  yield* ViewText.pieces(view)
}

/** Keeps what a calculation works on under the key and gives its bytes. Others are served while it is written. */
export const keep = (blobs: Blobs, key: string, filters: Filters, view: View) =>
  blobs.put(key, Stream.encodeText(Stream.fromIteratorSucceed(pieces(filters, view), 1)))

/** What an operation that has ended worked on is needed no more; what cannot be removed now is collected. */
export const forget = (
  blobs: Blobs,
  operation: { readonly projectId: ProjectId; readonly modelId: ModelId; readonly operationId: OperationId }
) => Effect.ignoreLogged(blobs.remove(calculationInput(operation.projectId, operation.modelId, operation.operationId)))
