import * as Either from "effect/Either"
import { type AnswerTooLarge, InvalidField } from "../../../domain/Errors.ts"
import type { FieldNames } from "../../../domain/products/FieldNames.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import { quoted } from "../../../domain/Quoted.ts"
import type { SortKey } from "../../../domain/Sort.ts"
import { tooLarge, within } from "../AnswerBudget.ts"
import * as CellSource from "../CellSource.ts"
import * as Frame from "../Frame.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import * as Names from "../Names.ts"
import { capacityFor, columnsOf, leastOfRow, writeRow } from "../answer/Page.ts"
import { dynamicNames } from "../Selection.ts"
import { firstRows } from "./FirstRows.ts"
import * as ModelField from "./ModelField.ts"
import { knownIn, type ProjectSelection, rowsOf, selectAll } from "./ProjectSelection.ts"
import { ranked, sortedBy, unsorted } from "../RankedField.ts"
import type { SeenModel } from "./SeenModel.ts"

export interface ProjectRowsRequest extends Question {
  readonly fields: FieldNames
  /** The sort keys, most significant first. If absent or empty, products have the order of the models and files. */
  readonly sort?: ReadonlyArray<SortKey>
  /** The number of the page, starting at 1. */
  readonly page: number
  readonly pageSize: number
}

/** A product of the page: the index of its model, and its row there. */
interface Place {
  readonly model: number
  readonly row: number
}

/**
 * Returns a page of the products of several models: the UTF-8 of
 * `{"totalCount":…,"page":…,"pageSize":…,"result":[…]}`. Only tables that the page covers are read for it. Objects of
 * fields have a member `Unit`.
 *
 * Fails with `InvalidFilter` like `selectAll`, with `InvalidField` for a sort key that no model has, and with
 * `AnswerTooLarge` if the result exceeds `most` bytes.
 */
export const query = (
  models: ReadonlyArray<SeenModel>,
  request: ProjectRowsRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | InvalidField | AnswerTooLarge> =>
  Either.gen(function* () {
    const { fields, page, pageSize } = request
    const selection = yield* selectAll(models, request)
    const places = yield* placesOf(models, selection, request.sort ?? [], (page - 1) * pageSize, pageSize)
    if (places.length * leastOfRow(fields) > most) return yield* Either.left(tooLarge())
    return yield* within(() => {
      const writer = new JsonWriter(capacityFor(places.length, fields.length), most)
      writer.ascii(`{"totalCount":${selection.total},"page":${page},"pageSize":${pageSize},"result":[`)
      writeRows(writer, models, fields, places)
      writer.ascii("]}")
      return writer.finish()
    })
  })

const placesOf = (
  models: ReadonlyArray<SeenModel>,
  selection: ProjectSelection,
  sort: ReadonlyArray<SortKey>,
  skip: number,
  limit: number
): Either.Either<ReadonlyArray<Place>, InvalidField> => {
  if (sort.length === 0) return Either.right(inOrder(selection, skip, limit))
  return Either.map(ordered(models, rowsOf(selection), sort, skip + limit), ({ order, rows }) => {
    const starts = startsOf(rows)
    return Array.from(order.subarray(skip, skip + limit), (index): Place => {
      const model = modelOf(starts, index)
      return { model, row: rows[model]![index - starts[model]!]! }
    })
  })
}

/** Returns the number of rows before each model, and at the end that of all. */
const startsOf = (rows: ReadonlyArray<Uint32Array>): ReadonlyArray<number> => {
  const starts = [0]
  for (const { length } of rows) starts.push(starts.at(-1)! + length)
  return starts
}

/** Returns the places of a page in the order of the models and their files. */
const inOrder = ({ frames, starts }: ProjectSelection, skip: number, limit: number): ReadonlyArray<Place> =>
  frames.flatMap((frame, model): ReadonlyArray<Place> => {
    const from = Math.max(0, skip - starts[model]!)
    const to = Math.min(frame.numRows(), skip + limit - starts[model]!)
    return from >= to ? [] : Array.from(Frame.page(frame, from, to - from), (row) => ({ model, row }))
  })

/** Returns the model of a product by the product's index among all selected ones. */
export const modelOf = (starts: ReadonlyArray<number>, index: number): number => {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle]! <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** Products by model, and their indexes among all of them in the order of the sort keys. */
interface Ordered {
  readonly rows: ReadonlyArray<Uint32Array>
  readonly order: Uint32Array
}

/**
 * Returns the selected products in the order of the sort keys; equal ones keep their order. Those that are certainly not
 * among the first `needed` may be left out.
 */
export const ordered = (
  models: ReadonlyArray<SeenModel>,
  selected: ReadonlyArray<Uint32Array>,
  sort: ReadonlyArray<SortKey>,
  needed: number
): Either.Either<Ordered, InvalidField> => {
  const isKnown = knownIn(models)
  const fields = sort.map(({ property }) => ModelField.resolve(models, property))
  const wrong = sort.find(({ property }, i) => fields[i] === null && (dynamicNames.has(property) || !isKnown(property)))
  if (wrong !== undefined && models.length > 0) {
    return Either.left(new InvalidField({ details: `sort: products cannot be ordered by ${quoted(wrong.property)}.` }))
  }
  const partsOf = (key: number, rows: ReadonlyArray<Uint32Array>) =>
    models.map((seen, m) => ({ source: sourceOf(seen, fields[key]!, sort[key]!.property, none), rows: rows[m]! }))
  const rows = firstRows(partsOf(0, selected), sort[0]!.descending, needed)
  let order = unsorted(rows.reduce((sum, { length }) => sum + length, 0))
  // Sort by the last key first; each step is stable.
  for (const [key, { descending }] of sort.entries().toArray().reverse()) {
    order = sortedBy(order, ranked(partsOf(key, rows)), descending)
  }
  return Either.right({ order, rows })
}

const none = { head: "", tail: "" }

const sourceOf = (
  seen: SeenModel,
  ofModel: ModelField.ModelField | null,
  field: string,
  around: CellSource.Around
): CellSource.CellSource => {
  if (ofModel !== null) return ModelField.sourceOf(ofModel, seen, around)
  const { table, view } = seen
  const names = Names.of(table, view)
  return CellSource.make(table, view, names, Names.resolve(names, field), around, true)
}

const writeRows = (
  writer: JsonWriter,
  models: ReadonlyArray<SeenModel>,
  fields: ReadonlyArray<string>,
  places: ReadonlyArray<Place>
): void => {
  const ofModel = new Map(fields.map((field) => [field, ModelField.resolve(models, field)]))
  const tables = new Map(
    Array.from(
      Map.groupBy(places, ({ model }) => model),
      ([model, places]) => {
        const rows = Uint32Array.from(places, ({ row }) => row)
        const columns = columnsOf(fields, rows, (field, around) =>
          sourceOf(models[model]!, ofModel.get(field)!, field, around)
        )
        return [model, { columns, next: 0 }]
      }
    )
  )
  for (const { model } of places) {
    const table = tables.get(model)!
    writeRow(writer, table.columns, table.next++)
  }
  if (places.length > 0) writer.drop(1)
}
