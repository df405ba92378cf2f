import * as Either from "effect/Either"
import * as ChangesPage from "../../../domain/edits/ChangesPage.ts"
import { type Edit, textLength } from "../../../domain/edits/Edit.ts"
import { type AnswerTooLarge, LimitExceeded } from "../../../domain/Errors.ts"
import { expectationOf } from "../../../domain/edits/Expectation.ts"
import { changeLength, countOf, type ModelChange } from "../../../domain/edits/ModelVersion.ts"
import { exceeded } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import type { Subject } from "../judgement/Subject.ts"
import { classNamed } from "../../../ifc/schema/Schema.ts"
import { answerBudget, within } from "../../query/AnswerBudget.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { type CompactEdit, compacting } from "../overlay/CompactEdit.ts"
import { judge } from "../judgement/Judgement.ts"
import type * as EditText from "../overlay/EditText.ts"
import * as Layers from "../overlay/Layers.ts"
import { lineSlices } from "../overlay/LineSlices.ts"
import { modificationsIn } from "../judgement/ModificationText.ts"
import type { NamedReferences } from "../judgement/NamedReferences.ts"
import { netEdits } from "./NetEdits.ts"
import { deletion } from "./Parts.ts"
import * as Preview from "./Preview.ts"

/**
 * A request about the caller's own view that prepares a change. `modifications` is a
 * `ModificationText`.
 */
export type EditRequest =
  /**
   * Asks to validate modifications: one line with their errors, empty if there are none, and then their edits in
   * compact form, a list of several per line. `existing` lists those of the references that they name which the
   * project has.
   */
  | { readonly kind: "Judge"; readonly modifications: Uint8Array; readonly existing: NamedReferences }
  /**
   * Asks what modifications would change, as the body of the answer to a dry run. `named` has those of the references
   * that they name which the project has. With a page, it asks for the caller's net changes as they would be instead,
   * in the form of "Changes", with `expect`.
   */
  | {
      readonly kind: "Preview"
      readonly modifications: Uint8Array
      readonly named: EditText.Named
      readonly net?: Page
    }
  /**
   * Asks for the edits that delete a product and its parts, in compact form: a list of several per line. The answer is
   * empty if there is no such product.
   */
  | { readonly kind: "Delete"; readonly guid: string }
  /**
   * Asks for the caller's net edits in compact form, a line with null, a line with the expectation of the changes if
   * `expects`, otherwise with null, and the changes that the edits make: a list of several per line.
   */
  | { readonly kind: "Net"; readonly expects: boolean }
  /** Asks for the expectation of the caller's net changes: one line. It exists for any number of changes. */
  | { readonly kind: "Expectation" }
  /** Asks for the number of cells and of deleted products in the caller's net changes: one line. */
  | { readonly kind: "Count" }
  /**
   * Asks for a page of the caller's net changes in the form of the API response: one line. It has their expectation as
   * `expect` if `expects`.
   */
  | ({ readonly kind: "Changes"; readonly expects: boolean } & Page)

interface Page {
  readonly page: number
  readonly pageSize: number
}

/** Returns lines of JSON. */
export const linesOf = (lines: Iterable<unknown>): Uint8Array<ArrayBuffer> => {
  const out = new JsonWriter(small)
  for (const line of lines) {
    if (out.length > 0) out.ascii("\n")
    out.raw(JSON.stringify(line))
  }
  return out.finish()
}

const small = 4096

/** Generates edits in compact form, in lists of several per line. */
export function* editLines(edits: Iterable<Edit>): Generator<ReadonlyArray<CompactEdit>> {
  const compact = compacting()
  for (const slice of lineSlices(edits, textLength)) yield slice.map(compact)
}

/**
 * Returns a page of changes as JSON, with more members. Fails with `AnswerTooLarge` if it exceeds `most` bytes.
 */
const written = (changes: ReadonlyArray<ModelChange>, { page, pageSize }: Page, most: number, more: object = {}) =>
  within(() => {
    const out = new JsonWriter(small, most)
    const part = changes.slice((page - 1) * pageSize, page * pageSize)
    const place = { totalCount: changes.length, page, pageSize, ...more }
    for (const piece of ChangesPage.pieces(part, place)) out.raw(piece)
    return out.finish()
  })

const expecting = (changes: ReadonlyArray<ModelChange>) => ({ expect: expectationOf(changes) })

/**
 * Returns the lines of net edits and changes. Fails with `LimitExceeded` if these are more than a publication may
 * record.
 */
const netLines = (
  { changes, edits }: ReturnType<typeof netEdits>,
  expects: boolean
): Either.Either<Iterable<unknown>, LimitExceeded> => {
  let length = 0
  for (const change of changes) length += changeLength(change)
  if (length > limits.changesOfPublication.most) return Either.left(exceeded(limits.changesOfPublication))
  const expected = expects ? expectationOf(changes) : null
  return Either.right([...editLines(edits), null, expected, ...lineSlices(changes, changeLength)])
}

/** Returns the state that modifications are validated against, for the caller's own view. */
export const subjectOf = ({ table, view }: Layers.Seen, existing: NamedReferences): Subject => {
  const has = (guids: ReadonlyArray<string>) => {
    const known = new Set(guids)
    return (guid: string) => known.has(guid)
  }
  const schema = table.structure.schema
  return {
    table,
    view,
    project: {
      hasLocation: has(existing.locations),
      hasMaterial: has(existing.materials),
      hasCode: has(existing.codes),
      entityTypes: (set) => view.shared.entityTypes.get(set)
    },
    classNamed: (name) => (schema === null ? undefined : classNamed(schema, name))
  }
}

/**
 * Answers a request with lines of JSON. Fails with `LimitExceeded`, or with `AnswerTooLarge` if a page exceeds `most`
 * bytes.
 */
export const answerEdit = (
  table: ProductTable,
  view: View,
  texts: Layers.Texts,
  request: EditRequest,
  most = answerBudget
): Either.Either<Uint8Array<ArrayBuffer>, LimitExceeded | AnswerTooLarge> => {
  const lines = (all: Iterable<unknown>) => Either.right(linesOf(all))
  const own = () => Layers.seen(table, view, texts)
  /**
   * Net edits are cached by the caller's texts, so that all pages list the same changes. Each text belongs to one state
   * of the project.
   */
  const net = () => {
    const { laid, personal, view: published } = Layers.parted(view, texts)
    return table.once("net edits", () => netEdits(table, published, personal), laid)
  }
  switch (request.kind) {
    case "Judge":
      return Either.match(judge(subjectOf(own(), request.existing), modificationsIn(request.modifications)), {
        onLeft: (found) => (found instanceof LimitExceeded ? Either.left(found) : lines([found])),
        onRight: (edits) => lines([[], ...editLines(edits)])
      })
    case "Preview": {
      const seen = own()
      const subject = subjectOf(seen, Preview.guidsOf(request.named))
      return Either.match(judge(subject, modificationsIn(request.modifications)), {
        onLeft: (errors) =>
          errors instanceof LimitExceeded ? Either.left(errors) : Preview.written({ errors }, [], most),
        onRight: (edits) => {
          if (request.net === undefined) {
            return Preview.written({ errors: [] }, Preview.changesOf(table, seen.view, edits, request.named), most)
          }
          const changes = Preview.netChangesOf(table, Layers.parted(view, texts), edits, request.named)
          return written(changes, request.net, most, { errors: [], ...expecting(changes) })
        }
      })
    }
    case "Delete":
      return lines(editLines(deletion(own().table, request.guid)))
    case "Net":
      return Either.map(netLines(net(), request.expects), linesOf)
    case "Count":
      return lines([countOf(net().changes)])
    case "Expectation":
      return lines([expectationOf(net().changes)])
    case "Changes":
      return written(net().changes, request, most, request.expects ? expecting(net().changes) : {})
  }
}
