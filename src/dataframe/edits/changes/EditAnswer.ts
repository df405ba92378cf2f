import * as Either from "effect/Either"
import * as ChangesPage from "../../../domain/edits/ChangesPage.ts"
import { type Edit, textLength } from "../../../domain/edits/Edit.ts"
import { type AnswerTooLarge, LimitExceeded } from "../../../domain/Errors.ts"
import type { FieldModifications } from "../../../domain/edits/Modification.ts"
import { changeLength, type ModelChange } from "../../../domain/edits/ModelVersion.ts"
import { classNamed } from "../../../ifc/schema/Schema.ts"
import { answerBudget, within } from "../../query/AnswerBudget.ts"
import { JsonWriter } from "../../query/JsonWriter.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { type CompactEdit, compacting } from "../overlay/CompactEdit.ts"
import { judge } from "../judgement/Judgement.ts"
import * as Layers from "../overlay/Layers.ts"
import { lineSlices } from "../overlay/LineSlices.ts"
import { type NamedReferences, namedReferences } from "../judgement/NamedReferences.ts"
import { netEdits } from "./NetEdits.ts"
import { deletion } from "./Parts.ts"

/** What is asked of a caller's own view to change it; modifications are the JSON of a list of them by field. */
export type EditRequest =
  /** What of the project modifications name: one line, `NamedReferences`. */
  | { readonly kind: "Named"; readonly modifications: Uint8Array }
  /** The errors of modifications; then their edits, a list of some compact ones a line. `existing` is what the project has of `Named`. */
  | { readonly kind: "Judge"; readonly modifications: Uint8Array; readonly existing: NamedReferences }
  /** The edits that delete a product, a list of some compact ones a line; nothing where there is none. */
  | { readonly kind: "Delete"; readonly guid: string }
  /** The caller's net edits, compact ones, null, and the changes that they make: a list of some a line. */
  | { readonly kind: "Net" }
  /** How many cells and products the caller's net edits change: one line. */
  | { readonly kind: "Count" }
  /** A page of the caller's net changes, as they are answered: one line. */
  | ({ readonly kind: "Changes" } & Page)

interface Page {
  readonly page: number
  readonly pageSize: number
}

/** Characters that one publication may write down, of what stood in cells and what stands there: four 64 bytes a cell. */
const mostChanged = 256 * 1024 * 1024

const linesOf = (lines: Iterable<unknown>): Uint8Array<ArrayBuffer> => {
  const out = new JsonWriter(small)
  for (const line of lines) {
    if (out.length > 0) out.ascii("\n")
    out.raw(JSON.stringify(line))
  }
  return out.finish()
}

const small = 4096

/** Some a line. */
function* editLines(edits: Iterable<Edit>): Generator<ReadonlyArray<CompactEdit>> {
  const compact = compacting()
  for (const slice of lineSlices(edits, textLength)) yield slice.map(compact)
}

const isDeletion = ({ field }: ModelChange): boolean => field.kind === "Deleted"

/** A page of changes as JSON. */
const written = (changes: ReadonlyArray<ModelChange>, { page, pageSize }: Page, most: number) =>
  within(() => {
    const out = new JsonWriter(small, most)
    const part = changes.slice((page - 1) * pageSize, page * pageSize)
    for (const piece of ChangesPage.pieces(part, { totalCount: changes.length, page, pageSize })) out.raw(piece)
    return out.finish()
  })

/** What is net, where that is no more than a publication may write down. */
const netLines = ({ changes, edits }: ReturnType<typeof netEdits>): Either.Either<Iterable<unknown>, LimitExceeded> => {
  let length = 0
  for (const change of changes) length += changeLength(change)
  if (length > mostChanged) {
    return Either.left(
      new LimitExceeded({ details: "What the changes replace is over 256 MB together: too much for one publication." })
    )
  }
  return Either.right([...editLines(edits), null, ...lineSlices(changes, changeLength)])
}

const modificationsOf = (bytes: Uint8Array) =>
  JSON.parse(Buffer.from(bytes).toString()) as ReadonlyArray<FieldModifications>

/** Lines of JSON, as the request says. Fails: `LimitExceeded`; `AnswerTooLarge` for a page of over `most` bytes. */
export const answerEdit = (
  table: ProductTable,
  view: View,
  texts: Layers.Texts,
  request: EditRequest,
  most = answerBudget
): Either.Either<Uint8Array<ArrayBuffer>, LimitExceeded | AnswerTooLarge> => {
  const lines = (all: Iterable<unknown>) => Either.right(linesOf(all))
  const own = () => Layers.seen(table, view, texts)
  /** Pages of changes are of the same ones: worked out once for the same texts, each of which is of one state of the project. */
  const net = () => {
    const { laid, personal, view: published } = Layers.parted(view, texts)
    return table.once("net edits", () => netEdits(table, published, personal), laid)
  }
  switch (request.kind) {
    case "Named":
      return lines([namedReferences(modificationsOf(request.modifications))])
    case "Judge": {
      const { existing, modifications } = request
      const has = (guids: ReadonlyArray<string>) => {
        const known = new Set(guids)
        return (guid: string) => known.has(guid)
      }
      const schema = table.structure.schema
      const subject = {
        ...own(),
        project: {
          hasLocation: has(existing.locations),
          hasMaterial: has(existing.materials),
          hasCode: has(existing.codes),
          entityTypes: (set: string) => view.shared.entityTypes.get(set)
        },
        classNamed: (name: string) => (schema === null ? undefined : classNamed(schema, name))
      }
      return Either.match(judge(subject, modificationsOf(modifications)), {
        onLeft: (found) => (found instanceof LimitExceeded ? Either.left(found) : lines([found])),
        onRight: (edits) => lines([[], ...editLines(edits)])
      })
    }
    case "Delete":
      return lines(editLines(deletion(own().table, request.guid)))
    case "Net":
      return Either.map(netLines(net()), linesOf)
    case "Count": {
      const { changes } = net()
      const deletedProducts = changes.filter(isDeletion).length
      return lines([{ cells: changes.length - deletedProducts, deletedProducts }])
    }
    case "Changes":
      return written(net().changes, request, most)
  }
}
