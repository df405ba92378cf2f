import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { jsonPieces } from "../../dataframe/query/answer/JsonPieces.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import type { View } from "../../dataframe/query/View.ts"
import type { DescribedReferences } from "../../domain/libraries/Described.ts"
import { type Question, StoredQuestion } from "../../domain/products/Question.ts"
import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { BlobStore } from "../../ports/BlobStore.ts"
import { operationInput } from "../common/BlobKeys.ts"
import type { SeenTable } from "../views/TableThreads.ts"

const stored = Schema.encodeSync(StoredQuestion)

type Blobs = Context.Tag.Service<BlobStore>
type TableView = Omit<View, "overlay">
type Parts = Iterable<string | Uint8Array>

/** Yields lines, piece by piece. */
function* lines(...lines: ReadonlyArray<Parts>): Generator<Uint8Array> {
  for (const [i, parts] of lines.entries()) {
    if (i > 0) yield Buffer.from("\n")
    for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part
  }
}

/** Writes lines, yielding to other requests between pieces, and returns the number of bytes. */
const keepLines = (blobs: Blobs, key: string, ...parts: ReadonlyArray<Parts>) =>
  blobs.put(key, Stream.fromIteratorSucceed(lines(...parts), 1))

/**
 * Stores the input of a calculation under the key: question, view, published edits, and the caller's unpublished ones.
 */
export const keep = (blobs: Blobs, key: string, question: Question, { texts, view }: Omit<SeenTable, "table">) =>
  keepLines(blobs, key, [JSON.stringify(stored(question))], ViewText.pieces(view), [texts.published], [texts.personal])

/** Stores a view alone, with the published edits of its table. */
export const keepView = (blobs: Blobs, key: string, view: TableView, published: Uint8Array) =>
  keepLines(blobs, key, ViewText.pieces(view), [published])

/** Stores a view with the published edits, and the descriptions of all items that the edits refer to. */
export const keepDescribed = (
  blobs: Blobs,
  key: string,
  described: DescribedReferences,
  view: TableView,
  published: Uint8Array
) => keepLines(blobs, key, jsonPieces({}, { ...described }), ViewText.pieces(view), [published])

/** Stores what a check needs as `keepDescribed` does, with the user's unpublished edits on top of the published ones. */
export const keepPersonal = (
  blobs: Blobs,
  key: string,
  described: DescribedReferences,
  view: TableView,
  { personal, published }: SeenTable["texts"]
) =>
  keepLines(blobs, key, jsonPieces({}, { ...described }), ViewText.pieces(view), [
    published,
    EditText.separator,
    personal
  ])

/** Removes the input of an operation that has ended. If that fails, the collector removes it later. */
export const forget = (
  blobs: Blobs,
  operation: { readonly projectId: ProjectId; readonly modelId: ModelId; readonly operationId: OperationId }
) => Effect.ignoreLogged(blobs.remove(operationInput(operation.projectId, operation.modelId, operation.operationId)))
