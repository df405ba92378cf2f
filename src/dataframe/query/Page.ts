import { Either } from "effect"
import type { FieldNames } from "../../domain/FieldNames.ts"
import type { AnswerTooLarge } from "../../domain/Errors.ts"
import type { Filters, InvalidFilter } from "../../domain/Filter.ts"
import { answerBudget, tooLarge, within } from "./AnswerBudget.ts"
import * as CellSource from "./CellSource.ts"
import * as Frame from "./Frame.ts"
import { JsonWriter } from "./JsonWriter.ts"
import * as Names from "./Names.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { select } from "./Selection.ts"
import type { View } from "./View.ts"

/** The most products that `all` gives. */
export const mostRows = 100_000

export interface PageRequest {
  readonly fields: FieldNames
  readonly filters: Filters
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** Every product up to `mostRows` in one page; `page` and `pageSize` do not count. */
  readonly all?: boolean
}

/**
 * A page of products: the UTF-8 of `{"totalCount":…,"page":…,"pageSize":…,"result":[…]}`, in bytes of its own.
 *
 * Fails: `InvalidFilter` as `select` does; `AnswerTooLarge` past `most` bytes.
 */
export const query = (
  table: ProductTable,
  view: View,
  request: PageRequest,
  most = answerBudget
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | AnswerTooLarge> =>
  Either.flatMap(select(table, view, request.filters), (selection) => {
    const page = request.all === true ? 1 : request.page
    const pageSize = request.all === true ? mostRows : request.pageSize
    const rows = Frame.page(selection, (page - 1) * pageSize, pageSize)
    const { fields } = request
    if (rows.length * leastOfRow(fields) > most) return Either.left(tooLarge())
    return within(() => {
      const writer = new JsonWriter(capacityFor(rows.length, fields.length), most)
      writer.ascii(`{"totalCount":${selection.numRows()},"page":${page},"pageSize":${pageSize},"result":[`)
      writeRows(writer, table, view, fields, rows)
      writer.ascii("]}")
      return writer.finish()
    })
  })

/** Bytes of the shortest row: names with quotes, colon and comma, and values of two bytes. */
const leastOfRow = (fields: ReadonlyArray<string>): number => fields.reduce((sum, field) => sum + field.length + 6, 0)

/** What a cell takes, as a rule; the buffer of a page is made for that. */
const bytesOfCell = 110
const capacityFor = (rows: number, fields: number): number => 4096 + rows * fields * bytesOfCell

/** Cells of a field that has at most so many different ones for each row of the page are made once. */
const rememberedOfRow = 4

interface PageColumn {
  readonly source: CellSource.CellSource
  readonly keys: Uint32Array
  /** Where the cell of each key lies in the page; 0 where it has not come up. */
  readonly starts: Uint32Array | null
  readonly lengths: Uint32Array
}

const writeRows = (
  writer: JsonWriter,
  table: ProductTable,
  view: View,
  fields: ReadonlyArray<string>,
  rows: Uint32Array
): void => {
  const names = Names.of(table, view)
  const columns = fields.map((field, i): PageColumn => {
    const head = `${i === 0 ? "{" : ","}${JSON.stringify(field)}:`
    const tail = i === fields.length - 1 ? "}," : ""
    const source = CellSource.make(table, view, names, Names.resolve(names, field), { head, tail })
    const remembers = source.keys <= rows.length * rememberedOfRow
    return {
      source,
      keys: source.keysOf(rows),
      starts: remembers ? new Uint32Array(source.keys) : null,
      lengths: new Uint32Array(remembers ? source.keys : 0)
    }
  })
  for (let r = 0; r < rows.length; r++) {
    for (const column of columns) {
      const { starts } = column
      const key = column.keys[r]!
      if (starts !== null && starts[key] !== 0) writer.again(starts[key]!, column.lengths[key]!)
      else writeCell(writer, column, key)
    }
  }
  if (rows.length > 0) writer.drop(1)
}

const writeCell = (writer: JsonWriter, { source, starts, lengths }: PageColumn, key: number): void => {
  const start = writer.length
  source.write(writer, key)
  if (starts === null) return
  starts[key] = start
  lengths[key] = writer.length - start
}
