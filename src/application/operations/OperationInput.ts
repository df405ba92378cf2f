import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { jsonPieces } from "../../dataframe/query/JsonPieces.ts"
import * as ViewText from "../../dataframe/query/ViewText.ts"
import type { View } from "../../dataframe/query/View.ts"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import type { Filters } from "../../domain/products/Filter.ts"
import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { BlobStore } from "../../ports/BlobStore.ts"
import { operationInput } from "../common/BlobKeys.ts"
import type { SeenTable } from "../views/QueryThreads.ts"

type Blobs = Context.Tag.Service<BlobStore>
type TableView = Omit<View, "overlay">
type Parts = Iterable<string | Uint8Array>

/** Lines, made piece by piece. */
function* lines(...lines: ReadonlyArray<Parts>): Generator<Uint8Array> {
  for (const [i, parts] of lines.entries()) {
    if (i > 0) yield Buffer.from("\n")
    for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part
  }
}

/** Others are served while it is written. Gives the bytes. */
const keepLines = (blobs: Blobs, key: string, ...parts: ReadonlyArray<Parts>) =>
  blobs.put(key, Stream.fromIteratorSucceed(lines(...parts), 1))

/** Keeps what a calculation works on under the key: filters, the view, what has been published, what the caller has not. */
export const keep = (blobs: Blobs, key: string, filters: Filters, { texts, view }: Omit<SeenTable, "table">) =>
  keepLines(blobs, key, [JSON.stringify(filters)], ViewText.pieces(view), [texts.published], [texts.personal])

/** The same of a view alone, with what has been published over its table. */
export const keepView = (blobs: Blobs, key: string, view: TableView, published: Uint8Array) =>
  keepLines(blobs, key, ViewText.pieces(view), [published])

/** And with all that a file is to say of what the edits refer to. */
export const keepDescribed = (
  blobs: Blobs,
  key: string,
  described: DescribedReferences,
  view: TableView,
  published: Uint8Array
) => keepLines(blobs, key, jsonPieces({}, { ...described }), ViewText.pieces(view), [published])

/** What an operation that has ended worked on is needed no more; what cannot be removed now is collected. */
export const forget = (
  blobs: Blobs,
  operation: { readonly projectId: ProjectId; readonly modelId: ModelId; readonly operationId: OperationId }
) => Effect.ignoreLogged(blobs.remove(operationInput(operation.projectId, operation.modelId, operation.operationId)))
