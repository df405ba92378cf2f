import { threadId } from "node:worker_threads"
import * as Either from "effect/Either"
import type {
  AnswerTooLarge,
  ArchiveTooLarge,
  InvalidBody,
  InvalidCalculator,
  InvalidField,
  InvalidParameter,
  LimitExceeded,
  UnsupportedFileType
} from "../domain/Errors.ts"
import type { InvalidFilter } from "../domain/products/Filter.ts"
import { decode } from "../geometry/measures/MeasureTable.ts"
import { lowerPriority } from "../runtime/LowerPriority.ts"
import { type Pieces, serve } from "../runtime/ThreadJobs.ts"
import { answerFile, type FileForm, type FileRequest } from "./query/files/FileAnswer.ts"
import { answerEdit, type EditRequest } from "./edits/changes/EditAnswer.ts"
import { answerSheet, type SheetRequest } from "./edits/sheet/SheetAnswer.ts"
import * as Layers from "./edits/overlay/Layers.ts"
import * as Overlay from "./query/Overlay.ts"
import { answerProject, type ProjectRequest, type SeenModel } from "./query/project/ProjectAnswer.ts"
import * as ComputedMeasures from "./query/quantities/ComputedMeasures.ts"
import { answer, type Encoding, packed, type QueryAnswer, type QueryRequest } from "./query/answer/QueryAnswer.ts"
import type { SharedView, View } from "./query/View.ts"
import * as ViewText from "./query/answer/ViewText.ts"
import { open, type ProductTable } from "./table/ProductTable.ts"

/** A query over several models, and the compression that the client accepts. */
export interface ProjectQuestion {
  readonly kind: "Project"
  readonly request: ProjectRequest
  readonly encoding: Encoding | null
}

/** A question whose answer is a file: the pieces of a stream. The answer itself is empty. */
export interface FileQuestion {
  readonly kind: "File"
  readonly request: FileRequest
  readonly form: FileForm
}

/** A request about one table, or a question to several. */
export type Asked = QueryRequest | EditRequest | SheetRequest | ProjectQuestion | FileQuestion

/** The messages of a worker thread that answers requests about tables in shared memory. */
export interface TableWork {
  /**
   * The view of the project as UTF-8 JSON, and for each table, in one order: its container, the edits that apply for the
   * caller as UTF-8 JSON, and the file of its measures from geometry, empty if there are none or nothing asks for them.
   */
  readonly things: {
    readonly shared: Uint8Array
    readonly containers: ReadonlyArray<Uint8Array>
    readonly published: ReadonlyArray<Uint8Array>
    readonly personal: ReadonlyArray<Uint8Array>
    readonly measures: ReadonlyArray<Uint8Array>
  }
  /**
   * The request, the most bytes of JSON in the answer, and for each table the shared data version that its file was
   * imported with, and its model, which questions to several models show.
   */
  readonly request: {
    readonly asked: Asked
    readonly most: number
    readonly tables: ReadonlyArray<{ readonly importedWith: number; readonly model: SeenModel["model"] | null }>
  }
  /** `keptBytes` are the bytes that this thread keeps for each table in addition to its container. */
  readonly answer: QueryAnswer & { readonly keptBytes: ReadonlyArray<number>; readonly thread: number }
  readonly failure:
    | InvalidFilter
    | InvalidField
    | InvalidCalculator
    | InvalidParameter
    | InvalidBody
    | UnsupportedFileType
    | ArchiveTooLarge
    | AnswerTooLarge
    | LimitExceeded
}

/** Caches the open table of each container until the container is garbage-collected. */
const tables = new WeakMap<Uint8Array, ProductTable>()

const tableOf = (container: Uint8Array): ProductTable =>
  tables.getOrInsertComputed(container, () => open(container, { checked: true }))

/** Caches the parsed view of each text until the text is garbage-collected. */
const views = new WeakMap<Uint8Array, SharedView>()

const viewOf = (text: Uint8Array): SharedView =>
  views.getOrInsertComputed(text, () => ViewText.read(Buffer.from(text).toString()).shared)

/** A table, the view of its project, and the edits that apply for the caller. */
interface Layered {
  readonly table: ProductTable
  readonly view: View
  readonly texts: Layers.Texts
  readonly measures: Uint8Array
  readonly model: SeenModel["model"] | null
}

const layered = ({ tables }: TableWork["request"], things: TableWork["things"]): ReadonlyArray<Layered> =>
  tables.map(({ importedWith, model }, i) => ({
    table: tableOf(things.containers[i]!),
    view: { shared: viewOf(things.shared), importedWith, overlay: Overlay.empty },
    texts: { published: things.published[i]!, personal: things.personal[i]! },
    measures: things.measures[i]!,
    model
  }))

const computedOf = (bytes: Uint8Array, { count }: ProductTable) => {
  if (bytes.length === 0) return null
  const measures = decode(bytes)
  if (measures.count !== count) throw new Error("the measures are those of another table")
  return ComputedMeasures.of(measures)
}

const seenModel = ({ measures, model, table, texts, view }: Layered): SeenModel => ({
  ...Layers.seen(table, view, texts),
  model: model!,
  computed: computedOf(measures, table)
})

const isQuery = (asked: QueryRequest | EditRequest): asked is QueryRequest =>
  asked.kind === "Rows" || asked.kind === "Fields" || asked.kind === "Check"

interface Found extends QueryAnswer {
  readonly pieces?: Pieces
}

const answerOf = (
  layers: ReadonlyArray<Layered>,
  { asked, most }: TableWork["request"]
): Either.Either<Found, TableWork["failure"]> => {
  if (asked.kind === "File") {
    return Either.map(answerFile(layers.map(seenModel), asked.request, asked.form), (pieces) => ({
      bytes: new Uint8Array(),
      encoding: null,
      pieces
    }))
  }
  if (asked.kind === "Project") {
    return Either.map(answerProject(layers.map(seenModel), asked.request, most), (bytes) =>
      packed(bytes, asked.encoding)
    )
  }
  const bare = (bytes: Uint8Array<ArrayBuffer>): QueryAnswer => ({ bytes, encoding: null })
  if (asked.kind === "ReadSheet" || asked.kind === "JudgeSheet") {
    return Either.map(answerSheet(layers, asked, most), bare)
  }
  const { table, texts, view } = layers[0]!
  if (!isQuery(asked)) {
    return Either.map(answerEdit(table, view, texts, asked, most), bare)
  }
  const seen = Layers.seen(table, view, texts)
  return Either.map(answer(seen.table, seen.view, asked, most), (bytes) =>
    packed(bytes, asked.kind === "Check" ? null : asked.encoding)
  )
}

lowerPriority()
serve<TableWork>((request, things) => {
  const layers = layered(request, things)
  return Either.match(answerOf(layers, request), {
    onLeft: (failure) => ({ failure }),
    onRight: ({ pieces, ...answer }) => ({
      answer: { ...answer, keptBytes: layers.map(({ table }) => table.extra.bytes), thread: threadId },
      transfer: [answer.bytes.buffer],
      ...(pieces !== undefined && { pieces })
    })
  })
})
