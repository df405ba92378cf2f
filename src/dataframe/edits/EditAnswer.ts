import { Either } from "effect"
import * as ChangesPage from "../../domain/ChangesPage.ts"
import type { FieldModifications } from "../../domain/Modification.ts"
import type { ModelChange } from "../../domain/ModelVersion.ts"
import { classNamed } from "../../ifc/Schema.ts"
import type { View } from "../query/View.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { judge } from "./Judgement.ts"
import * as Layers from "./Layers.ts"
import { type NamedReferences, namedReferences } from "./NamedReferences.ts"
import { netEdits } from "./NetEdits.ts"
import { deletion } from "./Parts.ts"

/** What is asked of a caller's own view to change it; modifications are the JSON of a list of them by field. */
export type EditRequest =
  /** What of the project modifications name: one line, `NamedReferences`. */
  | { readonly kind: "Named"; readonly modifications: Uint8Array }
  /** The errors of modifications; then their edits, a list of some a line. `existing` is what the project has of `Named`. */
  | { readonly kind: "Judge"; readonly modifications: Uint8Array; readonly existing: NamedReferences }
  /** The edits that delete a product, a list of some a line; nothing where there is none. */
  | { readonly kind: "Delete"; readonly guid: string }
  /** The caller's net edits, null, and the changes that they make: a list of some a line. */
  | { readonly kind: "Net" }
  /** How many cells and products the caller's net edits change: one line. */
  | { readonly kind: "Count" }
  /** A page of the caller's net changes, as they are answered: one line. */
  | ({ readonly kind: "Changes" } & Page)

interface Page {
  readonly page: number
  readonly pageSize: number
}

const editsOfLine = 500

const bytesOf = (lines: Iterable<unknown>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(Array.from(lines, (line) => JSON.stringify(line)).join("\n"))

function* slices(list: ReadonlyArray<unknown>): Generator<ReadonlyArray<unknown>> {
  for (let at = 0; at < list.length; at += editsOfLine) yield list.slice(at, at + editsOfLine)
}

const isDeletion = ({ field }: ModelChange): boolean => field.kind === "Deleted"

const shownChanges = (changes: ReadonlyArray<ModelChange>, { page, pageSize }: Page) => {
  const part = changes.slice((page - 1) * pageSize, page * pageSize)
  const { added, changes: cells, deleted } = ChangesPage.of(part)
  return { changes: cells, added, deleted, totalCount: changes.length, page, pageSize }
}

const modificationsOf = (bytes: Uint8Array) =>
  JSON.parse(Buffer.from(bytes).toString()) as ReadonlyArray<FieldModifications>

/** Lines of JSON, as the request says. */
export const answerEdit = (
  table: ProductTable,
  view: View,
  texts: Layers.Texts,
  request: EditRequest
): Uint8Array<ArrayBuffer> => {
  const own = () => Layers.seen(table, view, texts)
  /** Pages of changes are of the same ones: worked out once for the same texts, each of which is of one state of the project. */
  const net = () => {
    const { laid, personal, view: published } = Layers.parted(view, texts)
    return table.once("net edits", () => netEdits(table, published, personal), laid)
  }
  switch (request.kind) {
    case "Named":
      return bytesOf([namedReferences(modificationsOf(request.modifications))])
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
        onLeft: (errors) => bytesOf([errors]),
        onRight: (edits) => bytesOf([[], ...slices(edits)])
      })
    }
    case "Delete":
      return bytesOf(slices(deletion(own().table, request.guid)))
    case "Net": {
      const { changes, edits } = net()
      return bytesOf([...slices(edits), null, ...slices(changes)])
    }
    case "Count": {
      const { changes } = net()
      const deletedProducts = changes.filter(isDeletion).length
      return bytesOf([{ cells: changes.length - deletedProducts, deletedProducts }])
    }
    case "Changes":
      return bytesOf([shownChanges(net().changes, request)])
  }
}
