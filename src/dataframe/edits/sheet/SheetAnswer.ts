import * as Either from "effect/Either"
import {
  type AnswerTooLarge,
  ArchiveTooLarge,
  InvalidBody,
  LimitExceeded,
  UnsupportedFileType
} from "../../../domain/Errors.ts"
import type { SheetError } from "../../../domain/edits/SheetError.ts"
import { SheetFault } from "../../../sheets/read/SheetFault.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { editLines, linesOf, subjectOf } from "../changes/EditAnswer.ts"
import * as Preview from "../changes/Preview.ts"
import type { NamedReferences } from "../judgement/NamedReferences.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import type { Named } from "../overlay/EditText.ts"
import * as Layers from "../overlay/Layers.ts"
import type { SheetCells } from "./SheetCells.ts"
import { SheetErrors } from "./SheetErrors.ts"
import { judgeCells } from "./SheetJudgement.ts"
import { readChanges, type SheetOptions } from "./SheetReading.ts"
import { type CalledReferences, namesIn, SheetReferences } from "./SheetReferences.ts"

/** A table with its view and the texts of the edits that apply to it. */
export interface LayeredTable {
  readonly table: ProductTable
  readonly view: View
  readonly texts: Layers.Texts
}

/** A request about a sheet that comes back (contract section 14). */
export type SheetRequest =
  /**
   * Asks for the changed cells of a sheet: one line that is a `SheetSummary`, and one of the cells. `versionId` names the
   * version of the second table, if there is one.
   */
  | {
      readonly kind: "ReadSheet"
      /** In shared memory. */
      readonly bytes: Uint8Array
      readonly options: SheetOptions
      readonly versionId: string | null
    }
  /**
   * Asks to judge changed cells, the second line of the answer to `ReadSheet`. The answer is a line that is a list of a
   * `SheetOutcome`, and then the edits in compact form, a list of several per line; for a dry run it is the body of the
   * response.
   */
  | {
      readonly kind: "JudgeSheet"
      readonly cells: Uint8Array
      readonly called: CalledReferences
      readonly named: Named
      readonly summary: SheetSummary
      readonly dryRun: boolean
    }

/** Facts about a sheet that was read. */
export type SheetSummary =
  /** The sheet was made of this version, which is needed to read it. */
  | { readonly needs: string }
  | {
      readonly needs: null
      readonly read: ReadSheet
      /** The texts by which cells name references. */
      readonly names: NamedReferences
    }

interface ReadSheet {
  readonly state: SheetErrors["state"]
  readonly unchanged: number
  readonly ignored: ReadonlyArray<string>
  readonly decimal: "." | ","
  readonly isSi: boolean
}

/** The response to a sheet. */
export interface SheetOutcome {
  readonly errors: ReadonlyArray<SheetError>
  /** The number of changed cells. */
  readonly edits: number
  readonly unchanged: number
  readonly ignored: ReadonlyArray<string>
}

type Failure = InvalidBody | UnsupportedFileType | ArchiveTooLarge | LimitExceeded | AnswerTooLarge

const failureOf = ({ details, kind }: SheetFault): Failure => {
  switch (kind) {
    case "InvalidBody":
      return new InvalidBody({ details, faults: [] })
    case "UnsupportedFileType":
      return new UnsupportedFileType({ details })
    case "ArchiveTooLarge":
      return new ArchiveTooLarge({ details })
    case "LimitExceeded":
      return new LimitExceeded({ details })
  }
}

/** Runs the work. The rows of a sheet are read while they are taken, so that faults are thrown anywhere in it. */
const catching = <A>(work: () => A): Either.Either<A, Failure> =>
  Either.try({
    try: work,
    catch: (error) => {
      if (error instanceof SheetFault) return failureOf(error)
      throw error
    }
  })

const read = (
  [present, version]: ReadonlyArray<LayeredTable>,
  { bytes, options, versionId }: Extract<SheetRequest, { readonly kind: "ReadSheet" }>
) =>
  catching(() => {
    const { table, texts, view } = present!
    const published = Layers.parted(view, texts).view
    const seen = version === undefined ? null : Layers.seen(version.table, version.view, version.texts)
    const layers = {
      present: Layers.seen(table, view, texts),
      published: { table: EditedTable.of(table, published.overlay), view: published },
      version: seen === null || versionId === null ? null : { id: versionId, seen }
    }
    const found = readChanges(new Uint8Array(bytes), layers, options)
    if ("needs" in found) return linesOf([{ needs: found.needs } satisfies SheetSummary])
    const { decimal, errors, groups, ignored, isSi, unchanged } = found
    const summary: SheetSummary = {
      needs: null,
      read: { state: errors.state, unchanged, ignored, decimal, isSi },
      names: namesIn(groups)
    }
    return linesOf([summary, groups])
  })

const utf8 = new TextDecoder()

const judge = (
  { table, texts, view }: LayeredTable,
  { called, cells, dryRun, named, summary }: Extract<SheetRequest, { readonly kind: "JudgeSheet" }>,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, Failure> => {
  if (summary.needs !== null) throw new Error("the sheet was not read")
  const { decimal, ignored, isSi, state, unchanged } = summary.read
  const groups = JSON.parse(utf8.decode(cells)) as ReadonlyArray<SheetCells>
  const seen = Layers.seen(table, view, texts)
  const errors = new SheetErrors(state)
  const references = new SheetReferences(seen, called, named)
  const subject = subjectOf(seen, Preview.guidsOf(named))
  return Either.flatMap(judgeCells(subject, groups, { decimal, isSi }, references, errors), (edits) => {
    const count = new Set(groups.flatMap(({ cells, header }) => cells.map(({ row }) => `${row} ${header}`))).size
    const outcome: SheetOutcome = { errors: errors.listed(), edits: errors.isEmpty ? count : 0, unchanged, ignored }
    return dryRun
      ? Preview.written(outcome, Preview.changesOf(table, seen.view, edits, named), most)
      : Either.right(linesOf([[outcome], ...editLines(edits)]))
  })
}

/** Answers a request with lines of JSON. The first of the tables is the caller's own view. */
export const answerSheet = (
  layers: ReadonlyArray<LayeredTable>,
  request: SheetRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, Failure> =>
  request.kind === "ReadSheet" ? read(layers, request) : judge(layers[0]!, request, most)
