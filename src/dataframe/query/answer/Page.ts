import * as Either from "effect/Either"
import type { FieldNames } from "../../../domain/products/FieldNames.ts"
import type { AnswerTooLarge, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import type { SortKey } from "../../../domain/Sort.ts"
import { limits } from "../../../domain/Limits.ts"
import { answerBudget, tooLarge, within } from "../AnswerBudget.ts"
import { fetchTexts } from "../CellKeys.ts"
import * as CellSource from "../CellSource.ts"
import * as Frame from "../Frame.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import * as Names from "../Names.ts"
import { ordered } from "../Order.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { select } from "../Selection.ts"
import { inUnits } from "../units/SiTable.ts"
import type { View } from "../View.ts"

/** The most products that `all` returns. */
const mostRows = limits.productsAtOnce.most

export interface PageRequest extends Question {
  readonly fields: FieldNames
  /** The sort keys, most significant first. If absent or empty, products have the order of the table. */
  readonly sort?: ReadonlyArray<SortKey>
  /** The number of the page, starting at 1. */
  readonly page: number
  readonly pageSize: number
  /** Returns all products, up to `mostRows`, in one page; `page` and `pageSize` are ignored. */
  readonly all?: boolean
  /** Adds `Unit` to the objects of fields also in the units of the model. In SI they always have it. */
  readonly withUnit?: boolean
}

/**
 * Returns a page of products: the UTF-8 of `{"totalCount":…,"page":…,"pageSize":…,"result":[…]}` in a buffer of its
 * own.
 *
 * Fails with `InvalidFilter` like `select`, with `InvalidField` like `ordered`, and with `AnswerTooLarge` if the result
 * exceeds `most` bytes.
 */
export const query = (
  stored: ProductTable,
  storedView: View,
  request: PageRequest,
  most = answerBudget
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | InvalidField | AnswerTooLarge> =>
  Either.gen(function* () {
    const { table, view } = inUnits(stored, storedView, request.units)
    const withUnit = request.withUnit === true || request.units === "SI"
    const selection = yield* select(table, view, request)
    const page = request.all === true ? 1 : request.page
    const pageSize = request.all === true ? mostRows : request.pageSize
    const rows = yield* rowsOf(table, view, selection, request.sort ?? [], (page - 1) * pageSize, pageSize)
    const { fields } = request
    if (rows.length * leastOfRow(fields) > most) return yield* Either.left(tooLarge())
    return yield* within(() => {
      const writer = new JsonWriter(capacityFor(rows.length, fields.length), most)
      writer.ascii(`{"totalCount":${selection.numRows()},"page":${page},"pageSize":${pageSize},"result":[`)
      writeRows(writer, table, view, { fields, withUnit }, rows)
      writer.ascii("]}")
      return writer.finish()
    })
  })

const rowsOf = (
  table: ProductTable,
  view: View,
  selection: Frame.Frame,
  sort: ReadonlyArray<SortKey>,
  skip: number,
  limit: number
): Either.Either<Uint32Array, InvalidField> =>
  sort.length === 0
    ? Either.right(Frame.page(selection, skip, limit))
    : Either.map(ordered(table, view, Frame.page(selection, 0, selection.numRows()), sort), (rows) =>
        rows.subarray(skip, skip + limit)
      )

/** Returns the size of the shortest row in bytes: names with quotes, colon and comma, and values of two bytes. */
export const leastOfRow = (fields: ReadonlyArray<string>): number =>
  fields.reduce((sum, field) => sum + field.length + 6, 0)

/** The typical size of a cell in bytes, which determines the initial buffer of a page. */
const bytesOfCell = 110
export const capacityFor = (rows: number, fields: number): number => 4096 + rows * fields * bytesOfCell

/** The most keys per row of the page for which a field's cells are encoded once per key and then copied. */
const rememberedOfRow = 4

export interface PageColumn {
  readonly source: CellSource.CellSource
  readonly keys: Uint32Array
  /** The offset of each key's cell in the page, or 0 if it has not been written yet. Null if cells are not reused. */
  readonly starts: Uint32Array | null
  readonly lengths: Uint32Array
}

const writeRows = (
  writer: JsonWriter,
  table: ProductTable,
  view: View,
  { fields, withUnit }: { readonly fields: ReadonlyArray<string>; readonly withUnit: boolean },
  rows: Uint32Array
): void => {
  const names = Names.of(table, view)
  const columns = columnsOf(fields, rows, (field, around) =>
    CellSource.make(table, view, names, Names.resolve(names, field), around, withUnit)
  )
  for (let r = 0; r < rows.length; r++) writeRow(writer, columns, r)
  if (rows.length > 0) writer.drop(1)
}

/** Returns the columns of a page that consists of these rows of one table. */
export const columnsOf = (
  fields: ReadonlyArray<string>,
  rows: Uint32Array,
  sourceOf: (field: string, around: CellSource.Around) => CellSource.CellSource
): ReadonlyArray<PageColumn> =>
  fields.map((field, i): PageColumn => {
    const head = `${i === 0 ? "{" : ","}${JSON.stringify(field)}:`
    const tail = i === fields.length - 1 ? "}," : ""
    const source = sourceOf(field, { head, tail })
    const remembers = source.keys <= rows.length * rememberedOfRow
    const keys = source.keysOf(rows)
    for (const { column, start } of source.columns ?? []) fetchTexts(column, start, keys)
    return {
      source,
      keys,
      starts: remembers ? new Uint32Array(source.keys) : null,
      lengths: new Uint32Array(remembers ? source.keys : 0)
    }
  })

/** Writes the row with this index among the rows of the columns, and a comma after it. */
export const writeRow = (writer: JsonWriter, columns: ReadonlyArray<PageColumn>, r: number): void => {
  for (const column of columns) {
    const { starts } = column
    const key = column.keys[r]!
    if (starts !== null && starts[key] !== 0) writer.again(starts[key]!, column.lengths[key]!)
    else writeCell(writer, column, key)
  }
}

const writeCell = (writer: JsonWriter, { source, starts, lengths }: PageColumn, key: number): void => {
  const start = writer.length
  source.write(writer, key)
  if (starts === null) return
  starts[key] = start
  lengths[key] = writer.length - start
}
